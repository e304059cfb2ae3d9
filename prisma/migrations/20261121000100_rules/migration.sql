-- What Prisma cannot say. A name says what it holds, since the API translates some of them.
-- Lengths here count code points and those of the contract UTF-16 units, so that what the
-- contract lets through always fits.

-- Exactly the characters that JavaScript's trim() takes away, one by one: what \s means here
-- depends on the locale, has U+0085, which the contract lets through, and lacks U+FEFF.
CREATE FUNCTION is_trimmed(value text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN value !~ '^[\t-\r \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]|[\t-\r \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]$';

ALTER TABLE users
  ADD CONSTRAINT users_email_trimmed_1_to_254
    CHECK (is_trimmed(email) AND char_length(email) BETWEEN 1 AND 254),
  ADD CONSTRAINT users_email_lower_case
    CHECK (email = lower(email)),
  ADD CONSTRAINT users_name_trimmed_1_to_200
    CHECK (is_trimmed(name) AND char_length(name) BETWEEN 1 AND 200),
  ADD CONSTRAINT users_role_positive
    CHECK (role > 0),
  ADD CONSTRAINT users_password_hash_is_bcrypt
    CHECK (password_hash ~ '^\$2[aby]\$[0-9]{2}\$.{53}$'),
  ADD CONSTRAINT users_token_version_not_negative
    CHECK (token_version >= 0);

ALTER TABLE customers
  ADD CONSTRAINT customers_name_trimmed_1_to_200
    CHECK (is_trimmed(name) AND char_length(name) BETWEEN 1 AND 200),
  ADD CONSTRAINT customers_email_trimmed_1_to_254
    CHECK (is_trimmed(email) AND char_length(email) BETWEEN 1 AND 254),
  ADD CONSTRAINT customers_phone_trimmed_1_to_50
    CHECK (is_trimmed(phone) AND char_length(phone) BETWEEN 1 AND 50),
  ADD CONSTRAINT customers_address_trimmed_1_to_2000
    CHECK (is_trimmed(address) AND char_length(address) BETWEEN 1 AND 2000),
  ADD CONSTRAINT customers_deletion_marks_all_or_none
    CHECK (num_nonnulls(deleted_at, deleted_by_id, deletion_batch) IN (0, 3));

ALTER TABLE suppliers
  ADD CONSTRAINT suppliers_name_trimmed_1_to_200
    CHECK (is_trimmed(name) AND char_length(name) BETWEEN 1 AND 200),
  ADD CONSTRAINT suppliers_email_trimmed_1_to_254
    CHECK (is_trimmed(email) AND char_length(email) BETWEEN 1 AND 254),
  ADD CONSTRAINT suppliers_phone_trimmed_1_to_50
    CHECK (is_trimmed(phone) AND char_length(phone) BETWEEN 1 AND 50),
  ADD CONSTRAINT suppliers_address_trimmed_1_to_2000
    CHECK (is_trimmed(address) AND char_length(address) BETWEEN 1 AND 2000),
  ADD CONSTRAINT suppliers_deletion_marks_all_or_none
    CHECK (num_nonnulls(deleted_at, deleted_by_id, deletion_batch) IN (0, 3));

ALTER TABLE categories
  ADD CONSTRAINT categories_name_trimmed_1_to_200
    CHECK (is_trimmed(name) AND char_length(name) BETWEEN 1 AND 200),
  ADD CONSTRAINT categories_deletion_marks_all_or_none
    CHECK (num_nonnulls(deleted_at, deleted_by_id, deletion_batch) IN (0, 3));

ALTER TABLE expense_categories
  ADD CONSTRAINT expense_categories_name_trimmed_1_to_200
    CHECK (is_trimmed(name) AND char_length(name) BETWEEN 1 AND 200),
  ADD CONSTRAINT expense_categories_deletion_marks_all_or_none
    CHECK (num_nonnulls(deleted_at, deleted_by_id, deletion_batch) IN (0, 3));

ALTER TABLE expenses
  ADD CONSTRAINT expenses_name_trimmed_1_to_200
    CHECK (is_trimmed(name) AND char_length(name) BETWEEN 1 AND 200),
  ADD CONSTRAINT expenses_amount_1_to_1000000000
    CHECK (amount BETWEEN 1 AND 1000000000),
  ADD CONSTRAINT expenses_description_trimmed_1_to_2000
    CHECK (is_trimmed(description) AND char_length(description) BETWEEN 1 AND 2000),
  ADD CONSTRAINT expenses_deletion_marks_all_or_none
    CHECK (num_nonnulls(deleted_at, deleted_by_id, deletion_batch) IN (0, 3));

ALTER TABLE products
  ADD CONSTRAINT products_name_trimmed_1_to_200
    CHECK (is_trimmed(name) AND char_length(name) BETWEEN 1 AND 200),
  ADD CONSTRAINT products_description_trimmed_1_to_2000
    CHECK (is_trimmed(description) AND char_length(description) BETWEEN 1 AND 2000),
  ADD CONSTRAINT products_price_1_to_1000000000
    CHECK (price BETWEEN 1 AND 1000000000),
  ADD CONSTRAINT products_cost_1_to_1000000000
    CHECK (cost BETWEEN 1 AND 1000000000),
  ADD CONSTRAINT products_stock_within_2000000000
    CHECK (stock BETWEEN -2000000000 AND 2000000000),
  ADD CONSTRAINT products_deletion_marks_all_or_none
    CHECK (num_nonnulls(deleted_at, deleted_by_id, deletion_batch) IN (0, 3));

ALTER TABLE sales
  ADD CONSTRAINT sales_sale_date_has_a_four_digit_year
    CHECK (sale_date BETWEEN DATE '0001-01-01' AND DATE '9999-12-31'),
  ADD CONSTRAINT sales_customer_name_trimmed_1_to_200
    CHECK (is_trimmed(customer_name) AND char_length(customer_name) BETWEEN 1 AND 200),
  -- A document has a line, and a line costs something.
  ADD CONSTRAINT sales_subtotal_positive
    CHECK (subtotal > 0),
  ADD CONSTRAINT sales_discount_not_negative
    CHECK (discount >= 0),
  ADD CONSTRAINT sales_shipping_fees_not_negative
    CHECK (shipping_fees >= 0),
  ADD CONSTRAINT sales_total_amount_adds_up
    CHECK (total_amount = greatest(0, subtotal - discount + shipping_fees)),
  ADD CONSTRAINT sales_remark_trimmed_1_to_2000
    CHECK (is_trimmed(remark) AND char_length(remark) BETWEEN 1 AND 2000),
  ADD CONSTRAINT sales_turn_not_negative
    CHECK (turn >= 0),
  ADD CONSTRAINT sales_turn_odd_while_deleted
    CHECK ((turn % 2 = 1) = (deleted_at IS NOT NULL)),
  ADD CONSTRAINT sales_deletion_marks_all_or_none
    CHECK (num_nonnulls(deleted_at, deleted_by_id, deletion_batch) IN (0, 3));

ALTER TABLE sale_lines
  ADD CONSTRAINT sale_lines_product_name_trimmed_1_to_200
    CHECK (is_trimmed(product_name) AND char_length(product_name) BETWEEN 1 AND 200),
  ADD CONSTRAINT sale_lines_price_1_to_1000000000
    CHECK (price BETWEEN 1 AND 1000000000),
  ADD CONSTRAINT sale_lines_quantity_1_to_1000000
    CHECK (quantity BETWEEN 1 AND 1000000),
  ADD CONSTRAINT sale_lines_total_is_price_times_quantity
    CHECK (total = price::numeric * quantity);

ALTER TABLE purchases
  ADD CONSTRAINT purchases_purchase_date_has_a_four_digit_year
    CHECK (purchase_date BETWEEN DATE '0001-01-01' AND DATE '9999-12-31'),
  ADD CONSTRAINT purchases_supplier_name_trimmed_1_to_200
    CHECK (is_trimmed(supplier_name) AND char_length(supplier_name) BETWEEN 1 AND 200),
  ADD CONSTRAINT purchases_total_amount_positive
    CHECK (total_amount > 0),
  ADD CONSTRAINT purchases_remark_trimmed_1_to_2000
    CHECK (is_trimmed(remark) AND char_length(remark) BETWEEN 1 AND 2000),
  ADD CONSTRAINT purchases_turn_not_negative
    CHECK (turn >= 0),
  ADD CONSTRAINT purchases_turn_odd_while_deleted
    CHECK ((turn % 2 = 1) = (deleted_at IS NOT NULL)),
  ADD CONSTRAINT purchases_deletion_marks_all_or_none
    CHECK (num_nonnulls(deleted_at, deleted_by_id, deletion_batch) IN (0, 3));

ALTER TABLE purchase_lines
  ADD CONSTRAINT purchase_lines_product_name_trimmed_1_to_200
    CHECK (is_trimmed(product_name) AND char_length(product_name) BETWEEN 1 AND 200),
  ADD CONSTRAINT purchase_lines_price_1_to_1000000000
    CHECK (price BETWEEN 1 AND 1000000000),
  ADD CONSTRAINT purchase_lines_quantity_1_to_9999
    CHECK (quantity BETWEEN 1 AND 9999),
  ADD CONSTRAINT purchase_lines_total_is_price_times_quantity
    CHECK (total = price::numeric * quantity);

-- The stock ledger: every reason has its sign, its document and its turn.
ALTER TABLE stock_movements
  ADD CONSTRAINT stock_movements_delta_not_zero
    CHECK (delta <> 0),
  ADD CONSTRAINT stock_movements_balance_within_2000000000
    CHECK (balance BETWEEN -2000000000 AND 2000000000),
  ADD CONSTRAINT stock_movements_sign_fits_reason
    CHECK (CASE
      WHEN reason IN ('opening', 'sale_deleted', 'purchase', 'purchase_restored') THEN delta > 0
      WHEN reason IN ('sale', 'sale_restored', 'purchase_deleted') THEN delta < 0
      ELSE true
    END),
  ADD CONSTRAINT stock_movements_document_fits_reason
    CHECK (CASE
      WHEN reason IN ('sale', 'sale_deleted', 'sale_restored')
        THEN sale_id IS NOT NULL AND purchase_id IS NULL
      WHEN reason IN ('purchase', 'purchase_deleted', 'purchase_restored')
        THEN sale_id IS NULL AND purchase_id IS NOT NULL
      ELSE sale_id IS NULL AND purchase_id IS NULL
    END),
  ADD CONSTRAINT stock_movements_turn_fits_reason
    CHECK (CASE
      WHEN reason IN ('sale_deleted', 'purchase_deleted') THEN turn > 0 AND turn % 2 = 1
      WHEN reason IN ('sale_restored', 'purchase_restored') THEN turn > 0 AND turn % 2 = 0
      ELSE turn = 0
    END);

CREATE UNIQUE INDEX stock_movements_one_opening_per_product
  ON stock_movements (product_id) WHERE reason = 'opening';

CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The stock ledger is append-only: % on % is refused.', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation',
      TABLE = TG_TABLE_NAME,
      CONSTRAINT = 'stock_movements_append_only',
      HINT = 'Post another movement that takes the wrong one back.';
END
$$;

-- For each statement, not each row: also a change that would touch no row is a mistake, and
-- TRUNCATE has no rows to speak of.
CREATE TRIGGER stock_movements_append_only
  BEFORE UPDATE OR DELETE OR TRUNCATE ON stock_movements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

ALTER TABLE idempotency_records
  ADD CONSTRAINT idempotency_records_resource_takes_documents
    CHECK (resource IN ('sales', 'purchases')),
  ADD CONSTRAINT idempotency_records_key_1_to_255
    CHECK (char_length(key) BETWEEN 1 AND 255),
  ADD CONSTRAINT idempotency_records_request_hash_is_sha256
    CHECK (octet_length(request_hash) = 32),
  ADD CONSTRAINT idempotency_records_status_is_http
    CHECK (status BETWEEN 200 AND 599);

-- A removed account frees its e-mail for another. The e-mail is lower-case already, by its CHECK.
CREATE UNIQUE INDEX users_email_unique_while_not_removed
  ON users (email) WHERE removed_at IS NULL;

-- "Recently deleted", newest first.
CREATE INDEX customers_recently_deleted
  ON customers (deleted_at DESC, id DESC) WHERE deleted_at IS NOT NULL;
CREATE INDEX suppliers_recently_deleted
  ON suppliers (deleted_at DESC, id DESC) WHERE deleted_at IS NOT NULL;
CREATE INDEX categories_recently_deleted
  ON categories (deleted_at DESC, id DESC) WHERE deleted_at IS NOT NULL;
CREATE INDEX expense_categories_recently_deleted
  ON expense_categories (deleted_at DESC, id DESC) WHERE deleted_at IS NOT NULL;
CREATE INDEX expenses_recently_deleted
  ON expenses (deleted_at DESC, id DESC) WHERE deleted_at IS NOT NULL;
CREATE INDEX products_recently_deleted
  ON products (deleted_at DESC, id DESC) WHERE deleted_at IS NOT NULL;
CREATE INDEX sales_recently_deleted
  ON sales (deleted_at DESC, id DESC) WHERE deleted_at IS NOT NULL;
CREATE INDEX purchases_recently_deleted
  ON purchases (deleted_at DESC, id DESC) WHERE deleted_at IS NOT NULL;
