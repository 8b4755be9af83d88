-- The record that a refused row is the same as, where the person who brought the file may know which it is.
alter table import_failures add column match bigint;
