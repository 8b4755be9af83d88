-- request_routes

alter table "requests" add column "route" text;
