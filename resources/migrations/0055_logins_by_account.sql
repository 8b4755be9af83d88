-- Tokens belong to an account at a broker, whichever integrations call with it. Those that are held are got anew.

delete from "integration_logins";
alter table "integration_logins" drop constraint "integration_logins_integration_fkey";
drop index "integration_logins_integration_key";
alter table "integration_logins" drop column "integration";
alter table "integration_logins" drop column "settings";
alter table "integration_logins" add column "account" text not null;
create unique index "integration_logins_account_key" on "integration_logins" using btree (account);
