-- Beside the sums by the quarter of an hour stand those by the day, with which a list finds any of its pages.

insert into statistics (name, at, slot, value)
select name || '/day', date_trunc('day', at), 0, sum(value) from statistics group by 1, 2;
