-- full_roles

alter table "roles" add column "is_full" boolean not null default false;

-- Full are the roles that hold every permission which anybody's role holds. One of their own that nobody could be given yet does not count.
update roles set is_full = true
where exists (
    select from roles_permissions rp join permissions p on p.id = rp.target_id
    where rp.record_id = roles.id and p.guard_name = 'api' and p.name = 'management.role_has_permissions.update'
  ) and not exists (
    select from roles_permissions other join permissions p on p.id = other.target_id
    where p.guard_name = 'api' and not exists (
      select from roles_permissions own where own.record_id = roles.id and own.target_id = other.target_id
    )
  );
