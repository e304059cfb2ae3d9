-- A row that is loaded with a moment of the past, such as one of the demo, has its activity at that moment.

-- When a row was made: then, if it was loaded with a moment of the past, else now. The clock tells now, because
-- this change may have waited for another one of the same row.
CREATE OR REPLACE FUNCTION activity_moment(made_at timestamptz) RETURNS timestamptz LANGUAGE sql VOLATILE
RETURN CASE WHEN made_at < now() - interval '1 minute' THEN made_at ELSE clock_timestamp() END;

-- Posts the activities of one row. The argument is the path of its resource in the API.
CREATE OR REPLACE FUNCTION post_activity() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  new_facts jsonb;
  old_facts jsonb;
  changed jsonb := '[]';
  account integer := acting_account();
  posted text[] := '{}';
  made_at timestamptz := clock_timestamp();
BEGIN
  IF TG_OP = 'INSERT' THEN
    new_facts := activity_facts(NEW);
  END IF;
  IF TG_TABLE_NAME = 'shop' AND TG_OP = 'INSERT' THEN
    -- The row is added with the first setting that an owner changes. Until then each has its default.
    changed := changed_fields('{"fields": {"name": null, "address": null, "phone": null, "email": null,
      "taxNumber": null, "slipFooter": null, "slipWidth": "80mm", "secondFactorRequired": false,
      "hasLogo": false}}', new_facts);
    IF changed <> '[]' THEN
      posted := '{changed}';
    END IF;
  ELSIF TG_OP = 'INSERT' THEN
    IF TG_TABLE_NAME NOT IN ('sales', 'purchases') THEN
      posted := '{created}';
      made_at := activity_moment(coalesce(to_jsonb(NEW) ->> 'entered_at', to_jsonb(NEW) ->> 'created_at')::timestamptz);
    END IF;
    IF new_facts ->> 'deletedAt' IS NOT NULL THEN
      posted := posted || 'deleted'::text;
    END IF;
  ELSE
    -- In one statement: another transaction may rename the category between two.
    SELECT activity_facts(OLD), activity_facts(NEW) INTO old_facts, new_facts;
    -- A bulk deletion changes no field of thousands of rows, and this comparison is cheap.
    IF (old_facts -> 'fields', old_facts -> 'secrets') IS DISTINCT FROM
      (new_facts -> 'fields', new_facts -> 'secrets')
    THEN
      changed := changed_fields(old_facts, new_facts);
    END IF;
    IF changed <> '[]' THEN
      posted := '{changed}';
    END IF;
    IF old_facts ->> 'deletedAt' IS NULL AND new_facts ->> 'deletedAt' IS NOT NULL THEN
      posted := posted || 'deleted'::text;
    ELSIF old_facts ->> 'deletedAt' IS NOT NULL AND new_facts ->> 'deletedAt' IS NULL THEN
      posted := posted || 'restored'::text;
    ELSIF changed = '[]' AND old_facts -> 'sessions' <> new_facts -> 'sessions' THEN
      posted := '{ended}';
    END IF;
  END IF;
  INSERT INTO activities (at, user_id, by_command_line, action, resource, record_id, record_name, changes)
    SELECT
      CASE TG_OP || action WHEN 'INSERTdeleted' THEN (new_facts ->> 'deletedAt')::timestamptz ELSE made_at END,
      actor, actor IS NULL, action, TG_ARGV[0], NEW.id, coalesce(new_facts ->> 'name', ''),
      CASE action WHEN 'changed' THEN changed ELSE '[]' END
    FROM unnest(posted) AS action CROSS JOIN LATERAL (
      SELECT coalesce(CASE action WHEN 'deleted' THEN (new_facts ->> 'deletedBy')::integer END, account) AS actor
    ) AS acting;
  RETURN NULL;
END
$$;

-- A stock that a user changed by hand. The ledger names its account.
CREATE OR REPLACE FUNCTION post_stock_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO activities (at, user_id, action, resource, record_id, record_name, changes)
    SELECT activity_moment(NEW.created_at), NEW.user_id, 'changed', 'products', id, name, jsonb_build_array(jsonb_build_object(
      'field', 'stock', 'before', NEW.balance - NEW.delta, 'after', NEW.balance))
    FROM products WHERE id = NEW.product_id;
  RETURN NULL;
END
$$;
