-- keys_that_serve

drop index "categories_parent_idx";
