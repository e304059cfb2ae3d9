-- Activities: what every user changed, in an append-only table. The versions of records, for two people who edit
-- one of them at once.
CREATE TABLE activities (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "user_id" INTEGER,
    "by_command_line" BOOLEAN NOT NULL DEFAULT false,
    "action" TEXT NOT NULL,
    "resource" TEXT NOT NULL,
    "record_id" INTEGER NOT NULL,
    "record_name" TEXT NOT NULL,
    "changes" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "activities_pkey" PRIMARY KEY ("id")
);
ALTER TABLE activities ADD CONSTRAINT "activities_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES users ("id") ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE INDEX "activities_at_id_idx" ON activities ("at", "id");
CREATE INDEX "activities_resource_record_id_at_id_idx" ON activities ("resource", "record_id", "at", "id");
CREATE INDEX "activities_resource_at_id_idx" ON activities ("resource", "at", "id");
CREATE INDEX "activities_user_id_at_id_idx" ON activities ("user_id", "at", "id");
CREATE INDEX "activities_user_id_resource_at_id_idx" ON activities ("user_id", "resource", "at", "id");

-- The recordings of an account, newest first. One index also serves all accounts together: they are few.
CREATE INDEX "sales_created_by_id_created_at_id_idx" ON sales ("created_by_id", "created_at", "id");
CREATE INDEX "purchases_created_by_id_created_at_id_idx" ON purchases ("created_by_id", "created_at", "id");

ALTER TABLE customers ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;
ALTER TABLE suppliers ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;
ALTER TABLE categories ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;
ALTER TABLE expense_categories ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;
ALTER TABLE expenses ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;
ALTER TABLE products ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;

-- What Prisma cannot say.
ALTER TABLE activities
  ADD CONSTRAINT activities_action_known CHECK (action IN
    ('created', 'changed', 'deleted', 'restored', 'signed-in', 'signed-out', 'ended')),
  ADD CONSTRAINT activities_resource_known CHECK (resource IN
    ('customers', 'suppliers', 'categories', 'expense-categories', 'expenses', 'products', 'sales', 'purchases',
     'users', 'shop')),
  ADD CONSTRAINT activities_one_actor CHECK (user_id IS NULL OR NOT by_command_line),
  ADD CONSTRAINT activities_changes_with_fields CHECK ((action = 'changed') = (changes <> '[]')),
  ADD CONSTRAINT activities_changes_array CHECK (jsonb_typeof(changes) = 'array');

-- What older versions kept of the past. They kept no account of a created record, except with its opening stock.
INSERT INTO activities (at, user_id, action, resource, record_id, record_name, changes)
  SELECT at, user_id, action, resource, record_id, record_name, changes FROM (
    SELECT created_at AS at, NULL::integer AS user_id, 'created' AS action, 'customers' AS resource, id AS record_id,
      name AS record_name, '[]'::jsonb AS changes, 0 AS place FROM customers
    UNION ALL SELECT created_at, NULL, 'created', 'suppliers', id, name, '[]', 0 FROM suppliers
    UNION ALL SELECT created_at, NULL, 'created', 'categories', id, name, '[]', 0 FROM categories
    UNION ALL SELECT created_at, NULL, 'created', 'expense-categories', id, name, '[]', 0 FROM expense_categories
    UNION ALL SELECT entered_at, NULL, 'created', 'expenses', id, name, '[]', 0 FROM expenses
    UNION ALL SELECT created_at, NULL, 'created', 'users', id, name, '[]', 0 FROM users
    UNION ALL
    SELECT products.created_at, opening.user_id, 'created', 'products', products.id, name, '[]', 0
    FROM products LEFT JOIN stock_movements AS opening ON product_id = products.id AND reason = 'opening'
    UNION ALL
    SELECT moved.created_at, moved.user_id, 'changed', 'products', product_id, name, jsonb_build_array(
      jsonb_build_object('field', 'stock', 'before', balance - delta, 'after', balance)), 1
    FROM stock_movements AS moved JOIN products ON products.id = product_id WHERE reason = 'adjustment'
    UNION ALL
    -- The turns of a document: odd turns are deletions, even turns are restorations.
    SELECT moved.created_at, moved.user_id, CASE turn.turn % 2 WHEN 1 THEN 'deleted' ELSE 'restored' END,
      'sales', sale_id, customer_name, '[]', 1 + turn.turn
    FROM (SELECT sale_id, turn, min(id) AS id FROM stock_movements WHERE sale_id IS NOT NULL AND turn > 0
      GROUP BY sale_id, turn) AS turn
      JOIN stock_movements AS moved USING (id, sale_id) JOIN sales ON sales.id = sale_id
    UNION ALL
    SELECT moved.created_at, moved.user_id, CASE turn.turn % 2 WHEN 1 THEN 'deleted' ELSE 'restored' END,
      'purchases', purchase_id, supplier_name, '[]', 1 + turn.turn
    FROM (SELECT purchase_id, turn, min(id) AS id FROM stock_movements WHERE purchase_id IS NOT NULL AND turn > 0
      GROUP BY purchase_id, turn) AS turn
      JOIN stock_movements AS moved USING (id, purchase_id) JOIN purchases ON purchases.id = purchase_id
    UNION ALL SELECT deleted_at, deleted_by_id, 'deleted', 'customers', id, name, '[]', 1 FROM customers
      WHERE deleted_at IS NOT NULL
    UNION ALL SELECT deleted_at, deleted_by_id, 'deleted', 'suppliers', id, name, '[]', 1 FROM suppliers
      WHERE deleted_at IS NOT NULL
    UNION ALL SELECT deleted_at, deleted_by_id, 'deleted', 'categories', id, name, '[]', 1 FROM categories
      WHERE deleted_at IS NOT NULL
    UNION ALL SELECT deleted_at, deleted_by_id, 'deleted', 'expense-categories', id, name, '[]', 1
      FROM expense_categories WHERE deleted_at IS NOT NULL
    UNION ALL SELECT deleted_at, deleted_by_id, 'deleted', 'expenses', id, name, '[]', 1 FROM expenses
      WHERE deleted_at IS NOT NULL
    UNION ALL SELECT deleted_at, deleted_by_id, 'deleted', 'products', id, name, '[]', 1 FROM products
      WHERE deleted_at IS NOT NULL
    UNION ALL SELECT removed_at, NULL, 'deleted', 'users', id, name, '[]', 1 FROM users WHERE removed_at IS NOT NULL
  ) AS known
  ORDER BY at, place, resource, record_id;

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
      'cost', record.cost, 'categoryName', (
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
      'hasLogo', record.logo IS NOT NULL),
    'secrets', jsonb_build_object('logo', md5(record.logo)))
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

-- Posts the activities of one row. The argument is the path of its resource in the API.
CREATE OR REPLACE FUNCTION post_activity() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  new_facts jsonb := activity_facts(NEW);
  old_facts jsonb;
  changed jsonb := '[]';
  account integer := acting_account();
  posted text[] := '{}';
BEGIN
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
      -- The clock, because this change may have waited for another one of the same row. A loaded row was deleted then.
      CASE TG_OP || action WHEN 'INSERTdeleted' THEN (new_facts ->> 'deletedAt')::timestamptz
        ELSE clock_timestamp() END,
      actor, actor IS NULL, action, TG_ARGV[0], NEW.id, coalesce(new_facts ->> 'name', ''),
      CASE action WHEN 'changed' THEN changed ELSE '[]' END
    FROM unnest(posted) AS action CROSS JOIN LATERAL (
      SELECT coalesce(CASE action WHEN 'deleted' THEN (new_facts ->> 'deletedBy')::integer END, account) AS actor
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
  AFTER UPDATE OF name, description, price, cost, category_id, deleted_at ON products
  FOR EACH ROW EXECUTE FUNCTION post_activity('products');
CREATE TRIGGER sales_loaded_deleted AFTER INSERT ON sales
  FOR EACH ROW WHEN (NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION post_activity('sales');
CREATE TRIGGER sales_activity AFTER UPDATE OF deleted_at ON sales
  FOR EACH ROW EXECUTE FUNCTION post_activity('sales');
CREATE TRIGGER purchases_loaded_deleted AFTER INSERT ON purchases
  FOR EACH ROW WHEN (NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION post_activity('purchases');
CREATE TRIGGER purchases_activity AFTER UPDATE OF deleted_at ON purchases
  FOR EACH ROW EXECUTE FUNCTION post_activity('purchases');
CREATE TRIGGER users_created AFTER INSERT ON users
  FOR EACH ROW EXECUTE FUNCTION post_activity('users');
CREATE TRIGGER users_activity
  AFTER UPDATE OF name, email, role, password_hash, token_version, second_factor_secret, recovery_salt, removed_at
  ON users
  FOR EACH ROW EXECUTE FUNCTION post_activity('users');
CREATE TRIGGER shop_activity AFTER INSERT OR UPDATE ON shop
  FOR EACH ROW EXECUTE FUNCTION post_activity('shop');

-- A stock that a user changed by hand. The ledger names its account.
CREATE OR REPLACE FUNCTION post_stock_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO activities (at, user_id, action, resource, record_id, record_name, changes)
    SELECT clock_timestamp(), NEW.user_id, 'changed', 'products', id, name, jsonb_build_array(jsonb_build_object(
      'field', 'stock', 'before', NEW.balance - NEW.delta, 'after', NEW.balance))
    FROM products WHERE id = NEW.product_id;
  RETURN NULL;
END
$$;

CREATE TRIGGER stock_movements_activity AFTER INSERT ON stock_movements
  FOR EACH ROW WHEN (NEW.reason = 'adjustment') EXECUTE FUNCTION post_stock_activity();

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

-- The version of a record counts the changes of its own fields. A movement of stock and a second factor are none.
-- A logo is one, although its value is not in an activity.
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
CREATE TRIGGER products_version BEFORE UPDATE OF name, description, price, cost, category_id, version ON products
  FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER users_version BEFORE UPDATE OF name, email, role, version ON users
  FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER shop_version BEFORE UPDATE ON shop
  FOR EACH ROW EXECUTE FUNCTION count_version();

-- Records whose version differs from the number of their changes. A stock is not a field of its own.
CREATE VIEW inv_records_versions AS
  SELECT resource AS source, record_id, version, 1 + coalesce(changes, 0) AS version_due
  FROM (
    SELECT 'customers' AS resource, id AS record_id, version FROM customers
    UNION ALL SELECT 'suppliers', id, version FROM suppliers
    UNION ALL SELECT 'categories', id, version FROM categories
    UNION ALL SELECT 'expense-categories', id, version FROM expense_categories
    UNION ALL SELECT 'expenses', id, version FROM expenses
    UNION ALL SELECT 'products', id, version FROM products
  ) AS record LEFT JOIN (
    SELECT resource, record_id, count(*) AS changes FROM activities
    WHERE action = 'changed' AND changes -> 0 ->> 'field' <> 'stock' GROUP BY resource, record_id
  ) AS activity USING (resource, record_id)
  WHERE version <> 1 + coalesce(changes, 0);
COMMENT ON VIEW inv_records_versions IS 'The version of every record counts its changes among the activities.';

-- Records that are deleted while their last activity about it is no deletion, and the reverse.
-- inv_records_marks finds a deletion without its account. Accounts are not judged: a restore may keep the present
-- accounts, without an activity.
CREATE VIEW inv_records_activities AS
  WITH last AS (
    SELECT DISTINCT ON (resource, record_id) resource, record_id, action, at FROM activities
    WHERE action IN ('deleted', 'restored') AND resource <> 'users'
    ORDER BY resource, record_id, id DESC
  ), deleted AS (
    SELECT 'customers' AS resource, id AS record_id, deleted_at FROM customers
      WHERE deleted_at IS NOT NULL AND deleted_by_id IS NOT NULL
    UNION ALL SELECT 'suppliers', id, deleted_at FROM suppliers
      WHERE deleted_at IS NOT NULL AND deleted_by_id IS NOT NULL
    UNION ALL SELECT 'categories', id, deleted_at FROM categories
      WHERE deleted_at IS NOT NULL AND deleted_by_id IS NOT NULL
    UNION ALL SELECT 'expense-categories', id, deleted_at FROM expense_categories
      WHERE deleted_at IS NOT NULL AND deleted_by_id IS NOT NULL
    UNION ALL SELECT 'expenses', id, deleted_at FROM expenses
      WHERE deleted_at IS NOT NULL AND deleted_by_id IS NOT NULL
    UNION ALL SELECT 'products', id, deleted_at FROM products
      WHERE deleted_at IS NOT NULL AND deleted_by_id IS NOT NULL
    UNION ALL SELECT 'sales', id, deleted_at FROM sales
      WHERE deleted_at IS NOT NULL AND deleted_by_id IS NOT NULL
    UNION ALL SELECT 'purchases', id, deleted_at FROM purchases
      WHERE deleted_at IS NOT NULL AND deleted_by_id IS NOT NULL
  )
  SELECT resource AS source, record_id, deleted_at, action AS last_action
  FROM deleted FULL JOIN (SELECT * FROM last WHERE action = 'deleted') AS last USING (resource, record_id)
  WHERE deleted_at IS NULL OR action IS NULL;
COMMENT ON VIEW inv_records_activities IS
  'Every deletion and restoration of a record is among the activities.';

CREATE OR REPLACE VIEW inv_records_actors AS
  SELECT source, record_id, user_id
  FROM (
    SELECT 'customers' AS source, id::bigint AS record_id, deleted_by_id AS user_id FROM customers
    UNION ALL SELECT 'suppliers', id, deleted_by_id FROM suppliers
    UNION ALL SELECT 'categories', id, deleted_by_id FROM categories
    UNION ALL SELECT 'expense_categories', id, deleted_by_id FROM expense_categories
    UNION ALL SELECT 'expenses', id, deleted_by_id FROM expenses
    UNION ALL SELECT 'products', id, deleted_by_id FROM products
    UNION ALL SELECT 'sales', id, deleted_by_id FROM sales
    UNION ALL SELECT 'sales', id, created_by_id FROM sales
    UNION ALL SELECT 'purchases', id, deleted_by_id FROM purchases
    UNION ALL SELECT 'purchases', id, created_by_id FROM purchases
    UNION ALL SELECT 'stock_movements', id, user_id FROM stock_movements
    UNION ALL SELECT 'activities', id, user_id FROM activities
  ) AS act
  WHERE user_id IS NOT NULL AND NOT EXISTS (SELECT FROM users WHERE id = user_id);
COMMENT ON VIEW inv_records_actors IS
  'Records, stock movements and activities name only accounts that exist.';
