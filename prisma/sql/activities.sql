-- Every change of a record, an account and the shop's settings posts a row to activities, in the same
-- transaction. The recording of a sale or a purchase posts none: it is read from its own columns (decision 046).
--
-- The API names the account of a change in the setting stockie.account. A change without it came from the
-- command line.
--
-- Current definitions, for reading. The migrations create them in a shop's database; sql-definitions.test.ts
-- compares the two. A change of behaviour is a new migration plus the same change here.

-- The facts of a row that activities are about: its name, its deletion, and the fields that a user changes.
-- A category has its id too: another category of the same name is a change.
CREATE OR REPLACE FUNCTION activity_facts(record customers) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('name', record.name, 'deletedAt', record.deleted_at, 'deletedBy', record.deleted_by_id,
    'fields', jsonb_build_object('name', record.name, 'email', record.email, 'phone', record.phone,
      'address', record.address))
$$;
CREATE OR REPLACE FUNCTION activity_facts(record suppliers) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('name', record.name, 'deletedAt', record.deleted_at, 'deletedBy', record.deleted_by_id,
    'fields', jsonb_build_object('name', record.name, 'email', record.email, 'phone', record.phone,
      'address', record.address))
$$;
CREATE OR REPLACE FUNCTION activity_facts(record categories) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('name', record.name, 'deletedAt', record.deleted_at, 'deletedBy', record.deleted_by_id,
    'fields', jsonb_build_object('name', record.name))
$$;
CREATE OR REPLACE FUNCTION activity_facts(record expense_categories) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('name', record.name, 'deletedAt', record.deleted_at, 'deletedBy', record.deleted_by_id,
    'fields', jsonb_build_object('name', record.name))
$$;
CREATE OR REPLACE FUNCTION activity_facts(record expenses) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('name', record.name, 'deletedAt', record.deleted_at, 'deletedBy', record.deleted_by_id,
    'fields', jsonb_build_object('name', record.name, 'amount', record.amount, 'description', record.description,
      'createdAt', to_char(record.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'expenseCategoryName', (
        SELECT jsonb_build_object('id', id, 'name', name) FROM expense_categories
        WHERE id = record.expense_category_id
      )))
$$;
CREATE OR REPLACE FUNCTION activity_facts(record products) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('name', record.name, 'deletedAt', record.deleted_at, 'deletedBy', record.deleted_by_id,
    'fields', jsonb_build_object('name', record.name, 'description', record.description, 'price', record.price,
      'cost', record.cost, 'code', record.code, 'reorderLevel', record.reorder_level,
      'reorderTarget', record.reorder_target, 'categoryName', (
        SELECT jsonb_build_object('id', id, 'name', name) FROM categories WHERE id = record.category_id
      )))
$$;
CREATE OR REPLACE FUNCTION activity_facts(record sales) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('name', record.customer_name, 'deletedAt', record.deleted_at,
    'deletedBy', record.deleted_by_id, 'fields', '{}'::jsonb)
$$;
CREATE OR REPLACE FUNCTION activity_facts(record purchases) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('name', record.supplier_name, 'deletedAt', record.deleted_at,
    'deletedBy', record.deleted_by_id, 'fields', '{}'::jsonb)
$$;
-- The refund of a restored return may change by some cents. Its recording names its account itself.
CREATE OR REPLACE FUNCTION activity_facts(record returns) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('name', (SELECT customer_name FROM sales WHERE id = record.sale_id),
    'deletedAt', record.deleted_at, 'deletedBy', record.deleted_by_id, 'createdBy', record.created_by_id,
    'fields', jsonb_build_object('refund', record.refund))
$$;
-- A change of a secret is posted without its values. Another token version ends the sessions of the account.
CREATE OR REPLACE FUNCTION activity_facts(record users) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('name', record.name, 'deletedAt', record.removed_at,
    'fields', jsonb_build_object('name', record.name, 'email', record.email, 'role', record.role,
      'secondFactor', record.second_factor_secret IS NOT NULL),
    'secrets', jsonb_build_object('password', record.password_hash, 'recoveryCodes', CASE
      WHEN record.second_factor_secret IS NOT NULL THEN encode(record.recovery_salt, 'hex')
    END), 'sessions', record.token_version)
$$;
CREATE OR REPLACE FUNCTION activity_facts(record shop) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('name', record.name,
    'fields', jsonb_build_object('name', record.name, 'address', record.address, 'phone', record.phone,
      'email', record.email, 'taxNumber', record.tax_number, 'slipFooter', record.slip_footer,
      'slipWidth', record.slip_width, 'secondFactorRequired', record.second_factor_required,
      'coverDays', record.cover_days, 'hasLogo', record.logo IS NOT NULL),
    'secrets', jsonb_build_object('logo', md5(record.logo)))
$$;
CREATE OR REPLACE FUNCTION activity_facts(record books) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('name', '', 'fields', jsonb_build_object('closedThrough', record.closed_through))
$$;

-- The fields that differ between the facts of two rows. A secret has no values.
CREATE OR REPLACE FUNCTION changed_fields(old_facts jsonb, new_facts jsonb) RETURNS jsonb
  LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object('field', field, 'before', old_value, 'after', new_value)
    ORDER BY field COLLATE "C"), '[]')
  FROM (
    SELECT field,
      CASE jsonb_typeof(before) WHEN 'object' THEN before -> 'name' ELSE before END AS old_value,
      CASE jsonb_typeof(after) WHEN 'object' THEN after -> 'name' ELSE after END AS new_value
    FROM jsonb_each(old_facts -> 'fields') AS old (field, before)
      JOIN jsonb_each(new_facts -> 'fields') AS new (field, after) USING (field)
    WHERE before <> after
    UNION ALL
    SELECT field, NULL, NULL
    FROM jsonb_each_text(old_facts -> 'secrets') AS old (field, before)
      JOIN jsonb_each_text(new_facts -> 'secrets') AS new (field, after) USING (field)
    WHERE before <> after
  ) AS changed
$$;

-- The account of the present change, or null for the command line.
CREATE OR REPLACE FUNCTION acting_account() RETURNS integer LANGUAGE sql STABLE
RETURN nullif(current_setting('stockie.account', true), '')::integer;

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

-- Each trigger names the columns that its facts are about: a sale changes products.stock and posts nothing.
CREATE TRIGGER customers_created AFTER INSERT ON customers
  FOR EACH ROW EXECUTE FUNCTION post_activity('customers');
CREATE TRIGGER customers_activity AFTER UPDATE OF name, email, phone, address, deleted_at ON customers
  FOR EACH ROW EXECUTE FUNCTION post_activity('customers');
CREATE TRIGGER suppliers_created AFTER INSERT ON suppliers
  FOR EACH ROW EXECUTE FUNCTION post_activity('suppliers');
CREATE TRIGGER suppliers_activity AFTER UPDATE OF name, email, phone, address, deleted_at ON suppliers
  FOR EACH ROW EXECUTE FUNCTION post_activity('suppliers');
CREATE TRIGGER categories_created AFTER INSERT ON categories
  FOR EACH ROW EXECUTE FUNCTION post_activity('categories');
CREATE TRIGGER categories_activity AFTER UPDATE OF name, deleted_at ON categories
  FOR EACH ROW EXECUTE FUNCTION post_activity('categories');
CREATE TRIGGER expense_categories_created AFTER INSERT ON expense_categories
  FOR EACH ROW EXECUTE FUNCTION post_activity('expense-categories');
CREATE TRIGGER expense_categories_activity AFTER UPDATE OF name, deleted_at ON expense_categories
  FOR EACH ROW EXECUTE FUNCTION post_activity('expense-categories');
CREATE TRIGGER expenses_created AFTER INSERT ON expenses
  FOR EACH ROW EXECUTE FUNCTION post_activity('expenses');
CREATE TRIGGER expenses_activity
  AFTER UPDATE OF name, amount, description, expense_category_id, created_at, deleted_at ON expenses
  FOR EACH ROW EXECUTE FUNCTION post_activity('expenses');
CREATE TRIGGER products_created AFTER INSERT ON products
  FOR EACH ROW EXECUTE FUNCTION post_activity('products');
CREATE TRIGGER products_activity
  AFTER UPDATE OF name, description, price, cost, category_id, code, reorder_level, reorder_target, deleted_at
  ON products
  FOR EACH ROW EXECUTE FUNCTION post_activity('products');
CREATE TRIGGER sales_loaded_deleted AFTER INSERT ON sales
  FOR EACH ROW WHEN (NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION post_activity('sales');
CREATE TRIGGER sales_activity AFTER UPDATE OF deleted_at ON sales
  FOR EACH ROW EXECUTE FUNCTION post_activity('sales');
CREATE TRIGGER purchases_loaded_deleted AFTER INSERT ON purchases
  FOR EACH ROW WHEN (NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION post_activity('purchases');
CREATE TRIGGER purchases_activity AFTER UPDATE OF deleted_at ON purchases
  FOR EACH ROW EXECUTE FUNCTION post_activity('purchases');
CREATE TRIGGER returns_created AFTER INSERT ON returns
  FOR EACH ROW EXECUTE FUNCTION post_activity('returns');
CREATE TRIGGER returns_activity AFTER UPDATE OF deleted_at ON returns
  FOR EACH ROW EXECUTE FUNCTION post_activity('returns');
CREATE TRIGGER users_created AFTER INSERT ON users
  FOR EACH ROW EXECUTE FUNCTION post_activity('users');
CREATE TRIGGER users_activity
  AFTER UPDATE OF name, email, role, password_hash, token_version, second_factor_secret, recovery_salt, removed_at
  ON users
  FOR EACH ROW EXECUTE FUNCTION post_activity('users');
CREATE TRIGGER shop_activity AFTER INSERT OR UPDATE ON shop
  FOR EACH ROW EXECUTE FUNCTION post_activity('shop');

-- A stock that a user changed by hand or by a file. The ledger names its account. The stock of a product that the
-- same file created is a part of its creation.
CREATE OR REPLACE FUNCTION post_stock_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO activities (at, user_id, action, resource, record_id, record_name, changes)
    SELECT activity_moment(NEW.created_at), NEW.user_id, 'changed', 'products', id, name, jsonb_build_array(jsonb_build_object(
      'field', 'stock', 'before', NEW.balance - NEW.delta, 'after', NEW.balance))
    FROM products
    WHERE id = NEW.product_id AND (NEW.reason = 'adjustment' OR created_at < NEW.created_at - interval '1 ms');
  RETURN NULL;
END
$$;

CREATE TRIGGER stock_movements_activity AFTER INSERT ON stock_movements
  FOR EACH ROW WHEN (NEW.reason IN ('adjustment', 'import', 'import_undone')) EXECUTE FUNCTION post_stock_activity();

-- What corrects the stock or ends a count. Its start and its numbers are kept in the count.
CREATE OR REPLACE FUNCTION post_count_activity() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  account integer := CASE NEW.state WHEN 'posted' THEN NEW.posted_by_id WHEN 'undone' THEN NEW.undone_by_id
    WHEN 'discarded' THEN NEW.discarded_by_id ELSE acting_account() END;
BEGIN
  INSERT INTO activities (at, user_id, by_command_line, action, resource, record_id, record_name)
    VALUES (clock_timestamp(), account, account IS NULL,
      CASE WHEN NEW.state IN ('posted', 'undone', 'discarded') THEN NEW.state ELSE 'reopened' END,
      'stock-counts', NEW.id, coalesce(NEW.name, ''));
  RETURN NULL;
END
$$;

CREATE TRIGGER stock_counts_activity AFTER UPDATE OF state ON stock_counts FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND (NEW.state IN ('posted', 'undone', 'discarded') OR OLD.state = 'discarded'))
  EXECUTE FUNCTION post_count_activity();

-- The activities are append-only.
CREATE OR REPLACE FUNCTION refuse_activity_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The activities are append-only: % is refused.', TG_OP
    USING ERRCODE = 'restrict_violation',
      TABLE = TG_TABLE_NAME,
      CONSTRAINT = 'activities_append_only';
END
$$;

CREATE TRIGGER activities_append_only
  BEFORE UPDATE OR DELETE OR TRUNCATE ON activities
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_activity_change();

-- The version of a record counts the changes of its own fields, and of a shop's logo. A movement of stock and a
-- second factor do not change it.
CREATE OR REPLACE FUNCTION count_version() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  old_facts jsonb;
  new_facts jsonb;
BEGIN
  -- In one statement, as in post_activity.
  SELECT activity_facts(OLD), activity_facts(NEW) INTO old_facts, new_facts;
  NEW.version := OLD.version;
  IF (old_facts -> 'fields') - 'secondFactor' <> (new_facts -> 'fields') - 'secondFactor'
    OR old_facts #> '{secrets,logo}' IS DISTINCT FROM new_facts #> '{secrets,logo}'
  THEN
    NEW.version := OLD.version + 1;
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER customers_version BEFORE UPDATE OF name, email, phone, address, version ON customers
  FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER suppliers_version BEFORE UPDATE OF name, email, phone, address, version ON suppliers
  FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER categories_version BEFORE UPDATE OF name, version ON categories
  FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER expense_categories_version BEFORE UPDATE OF name, version ON expense_categories
  FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER expenses_version
  BEFORE UPDATE OF name, amount, description, expense_category_id, created_at, version ON expenses
  FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER products_version
  BEFORE UPDATE OF name, description, price, cost, category_id, code, reorder_level, reorder_target, version
  ON products
  FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER users_version BEFORE UPDATE OF name, email, role, version ON users
  FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER shop_version BEFORE UPDATE ON shop
  FOR EACH ROW EXECUTE FUNCTION count_version();
