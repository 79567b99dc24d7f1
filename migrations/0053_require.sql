-- Ends a transaction that relies on what its process remembers, if that is no longer so (docs/adr/0061).
create function require(condition boolean) returns void language plpgsql as $$
begin
  if condition is not true then
    raise exception using errcode = 'ZR001', message = 'The transaction relied on something that has changed.',
      hint = 'Heed runs it again with what it reads then.';
  end if;
end $$;
