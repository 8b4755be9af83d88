-- kept_affiliate_companies

drop index "affiliate_companies_name_key";
alter table "affiliate_companies" add column "deleted_at" timestamp with time zone;
create unique index "affiliate_companies_name_key" on "affiliate_companies" using btree (name) where (deleted_at IS NULL);
