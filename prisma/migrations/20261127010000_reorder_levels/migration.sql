-- When to buy more of a product, and how much of it.
ALTER TABLE products
  ADD COLUMN "reorder_level" INTEGER,
  ADD COLUMN "reorder_target" INTEGER,
  ADD CONSTRAINT products_reorder_level_0_to_1000000 CHECK (reorder_level BETWEEN 0 AND 1000000),
  ADD CONSTRAINT products_reorder_target_0_to_1000000 CHECK (reorder_target BETWEEN 0 AND 1000000);

-- How many days a stock should last.
ALTER TABLE shop
  ADD COLUMN "cover_days" INTEGER NOT NULL DEFAULT 14,
  ADD CONSTRAINT shop_cover_days_1_to_365 CHECK (cover_days BETWEEN 1 AND 365);

-- A change of the level or the target is an activity, and counts in the version.
CREATE OR REPLACE FUNCTION activity_facts(record products) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('name', record.name, 'deletedAt', record.deleted_at, 'deletedBy', record.deleted_by_id,
    'fields', jsonb_build_object('name', record.name, 'description', record.description, 'price', record.price,
      'cost', record.cost, 'code', record.code, 'reorderLevel', record.reorder_level,
      'reorderTarget', record.reorder_target, 'categoryName', (
        SELECT jsonb_build_object('id', id, 'name', name) FROM categories WHERE id = record.category_id
      )))
$$;
CREATE OR REPLACE FUNCTION activity_facts(record shop) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('name', record.name,
    'fields', jsonb_build_object('name', record.name, 'address', record.address, 'phone', record.phone,
      'email', record.email, 'taxNumber', record.tax_number, 'slipFooter', record.slip_footer,
      'slipWidth', record.slip_width, 'secondFactorRequired', record.second_factor_required,
      'coverDays', record.cover_days, 'hasLogo', record.logo IS NOT NULL),
    'secrets', jsonb_build_object('logo', md5(record.logo)))
$$;
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
      "coverDays": 14, "hasLogo": false}}', new_facts);
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
      SELECT coalesce(CASE action WHEN 'deleted' THEN (new_facts ->> 'deletedBy')::integer
        WHEN 'created' THEN (new_facts ->> 'createdBy')::integer END, account) AS actor
    ) AS acting;
  RETURN NULL;
END
$$;
DROP TRIGGER products_activity ON products;
CREATE TRIGGER products_activity
  AFTER UPDATE OF name, description, price, cost, category_id, code, reorder_level, reorder_target, deleted_at
  ON products
  FOR EACH ROW EXECUTE FUNCTION post_activity('products');
DROP TRIGGER products_version ON products;
CREATE TRIGGER products_version
  BEFORE UPDATE OF name, description, price, cost, category_id, code, reorder_level, reorder_target, version
  ON products
  FOR EACH ROW EXECUTE FUNCTION count_version();

-- The movements at which a product runs out, or gets stock again: few, so the index costs a sale nearly nothing.
CREATE INDEX "stock_movements_without_stock" ON "stock_movements" ("created_at") INCLUDE ("product_id", "id", "balance", "delta")
  WHERE least(balance, balance - delta) <= 0;

-- The reorder report depends on the days of cover.
CREATE TRIGGER shop_inserted AFTER INSERT ON shop
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION post_change();
CREATE TRIGGER shop_updated AFTER UPDATE ON shop REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION post_change();
CREATE TRIGGER shop_deleted AFTER DELETE ON shop
  REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION post_change();
