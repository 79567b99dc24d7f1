-- Fails a transaction if a condition that it relies on does not hold (docs/adr/0061).
create function require(condition boolean) returns void language plpgsql as $$
begin
  if condition is not true then
    raise exception using errcode = 'ZR001', message = 'A condition of the transaction does not hold.',
      hint = 'Heed runs it again with current data. No action is needed.';
  end if;
end $$;
