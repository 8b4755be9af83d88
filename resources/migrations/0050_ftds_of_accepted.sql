-- ftds_of_accepted

-- Of returned sends FTDs are no longer counted: the sums are made anew, the newest days first.
delete from send_days;
