-- login_by_get

alter table "send_integrations" drop constraint "send_integrations_token_method_check";
alter table "send_integrations" add constraint "send_integrations_token_method_check" check ((token_method = ANY (ARRAY['POST'::text, 'PUT'::text, 'GET'::text])));
