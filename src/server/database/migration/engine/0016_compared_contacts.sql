-- How many contacts of a file an import compared for a user who sees contacts masked: they count towards a limit of their own.
alter table disclosures add column contacts integer not null default 0;
