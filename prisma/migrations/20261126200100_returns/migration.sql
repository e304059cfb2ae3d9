-- Returns of sold products. A return is a document of its own: it lowers the totals of its own day, and moves the stock
-- of what goes back into it.

-- AlterTable
ALTER TABLE "stock_movements" ADD COLUMN     "return_id" INTEGER;

-- CreateTable
CREATE TABLE "returns" (
    "id" SERIAL NOT NULL,
    "sale_id" INTEGER NOT NULL,
    "return_date" DATE NOT NULL,
    "goods_value" BIGINT NOT NULL,
    "proposed_refund" DECIMAL(16,2) NOT NULL DEFAULT 0,
    "refund" DECIMAL(16,2) NOT NULL,
    "shipping_refund" DECIMAL(16,2) NOT NULL DEFAULT 0,
    "remark" TEXT,
    "turn" INTEGER NOT NULL DEFAULT 0,
    "created_by_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),
    "deleted_by_id" INTEGER,
    "deletion_batch" UUID,

    CONSTRAINT "returns_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "return_lines" (
    "id" SERIAL NOT NULL,
    "return_id" INTEGER NOT NULL,
    "sale_line_id" INTEGER NOT NULL,
    "product_id" INTEGER NOT NULL,
    "price" INTEGER NOT NULL,
    "quantity" INTEGER NOT NULL,
    "restock" BOOLEAN NOT NULL,

    CONSTRAINT "return_lines_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "returns_sale_id_idx" ON "returns"("sale_id");

-- CreateIndex
CREATE INDEX "returns_return_date_id_idx" ON "returns"("return_date", "id");

-- CreateIndex
CREATE INDEX "return_lines_sale_line_id_idx" ON "return_lines"("sale_line_id");

-- CreateIndex
CREATE INDEX "return_lines_product_id_id_idx" ON "return_lines"("product_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "return_lines_return_id_sale_line_id_key" ON "return_lines"("return_id", "sale_line_id");

-- AddForeignKey
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_return_id_fkey" FOREIGN KEY ("return_id") REFERENCES "returns"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "returns" ADD CONSTRAINT "returns_sale_id_fkey" FOREIGN KEY ("sale_id") REFERENCES "sales"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "returns" ADD CONSTRAINT "returns_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "returns" ADD CONSTRAINT "returns_deleted_by_id_fkey" FOREIGN KEY ("deleted_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "return_lines" ADD CONSTRAINT "return_lines_return_id_fkey" FOREIGN KEY ("return_id") REFERENCES "returns"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "return_lines" ADD CONSTRAINT "return_lines_sale_line_id_fkey" FOREIGN KEY ("sale_line_id") REFERENCES "sale_lines"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "return_lines" ADD CONSTRAINT "return_lines_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma cannot say.
ALTER TABLE returns
  ADD CONSTRAINT returns_return_date_has_a_four_digit_year
    CHECK (return_date BETWEEN DATE '0001-01-01' AND DATE '9999-12-31'),
  ADD CONSTRAINT returns_goods_value_positive
    CHECK (goods_value > 0),
  ADD CONSTRAINT returns_proposed_refund_not_negative
    CHECK (proposed_refund >= 0),
  ADD CONSTRAINT returns_refund_not_negative
    CHECK (refund >= 0),
  ADD CONSTRAINT returns_shipping_refund_not_negative
    CHECK (shipping_refund >= 0),
  ADD CONSTRAINT returns_remark_trimmed_1_to_2000
    CHECK (is_trimmed(remark) AND char_length(remark) BETWEEN 1 AND 2000),
  ADD CONSTRAINT returns_turn_not_negative
    CHECK (turn >= 0),
  ADD CONSTRAINT returns_turn_odd_while_deleted
    CHECK ((turn % 2 = 1) = (deleted_at IS NOT NULL)),
  ADD CONSTRAINT returns_deletion_marks_all_or_none
    CHECK (num_nonnulls(deleted_at, deleted_by_id, deletion_batch) IN (0, 3));

ALTER TABLE return_lines
  ADD CONSTRAINT return_lines_price_1_to_1000000000
    CHECK (price BETWEEN 1 AND 1000000000),
  ADD CONSTRAINT return_lines_quantity_1_to_1000000
    CHECK (quantity BETWEEN 1 AND 1000000);

-- No return, deletion or restoration can move stock twice. Only the movements of returns are in the index.
CREATE UNIQUE INDEX stock_movements_once_per_return
  ON stock_movements (return_id, product_id, turn) WHERE return_id IS NOT NULL;

CREATE INDEX returns_recently_deleted
  ON returns (deleted_at DESC, id DESC) WHERE deleted_at IS NOT NULL;

ALTER TABLE stock_movements
  DROP CONSTRAINT stock_movements_sign_fits_reason,
  ADD CONSTRAINT stock_movements_sign_fits_reason
    CHECK (CASE
      WHEN reason IN ('opening', 'sale_deleted', 'purchase', 'purchase_restored', 'returned', 'return_restored')
        THEN delta > 0
      WHEN reason IN ('sale', 'sale_restored', 'purchase_deleted', 'return_deleted') THEN delta < 0
      ELSE true
    END),
  DROP CONSTRAINT stock_movements_turn_fits_reason,
  ADD CONSTRAINT stock_movements_turn_fits_reason
    CHECK (CASE
      WHEN reason IN ('sale_deleted', 'purchase_deleted', 'return_deleted') THEN turn > 0 AND turn % 2 = 1
      WHEN reason IN ('sale_restored', 'purchase_restored', 'return_restored') THEN turn > 0 AND turn % 2 = 0
      ELSE turn = 0
    END),
  ADD CONSTRAINT stock_movements_return_fits_reason
    CHECK ((return_id IS NOT NULL) = (reason IN ('returned', 'return_deleted', 'return_restored')));

ALTER TABLE idempotency_records
  DROP CONSTRAINT idempotency_records_resource_takes_keys,
  ADD CONSTRAINT idempotency_records_resource_takes_keys
    CHECK (resource IN ('sales', 'purchases', 'returns', 'customers', 'suppliers', 'categories',
      'expense_categories', 'expenses', 'products')),
  DROP CONSTRAINT idempotency_records_first_answer_of_records_alone,
  ADD CONSTRAINT idempotency_records_first_answer_of_records_alone
    CHECK ((first_answer IS NULL) = (resource IN ('sales', 'purchases', 'returns')));

ALTER TABLE activities
  DROP CONSTRAINT activities_resource_known,
  ADD CONSTRAINT activities_resource_known CHECK (resource IN
    ('customers', 'suppliers', 'categories', 'expense-categories', 'expenses', 'products', 'sales', 'purchases',
     'returns', 'users', 'shop'));

-- The lines of all sales, returns and purchases, in the columns of product_months. A return takes from what was sold, and its
-- deletion gives it back.
CREATE OR REPLACE VIEW document_lines AS
  SELECT 'sales' AS source, sale_id AS document_id, product_id,
    quantity AS units_sold, price::bigint * quantity AS total_sales,
    0 AS units_purchased, 0::bigint AS total_purchases
  FROM sale_lines
  UNION ALL
  SELECT 'returns', return_id, product_id, -quantity, -(price::bigint * quantity), 0, 0 FROM return_lines
  UNION ALL
  SELECT 'returns_taken_back', return_id, product_id, quantity, price::bigint * quantity, 0, 0 FROM return_lines
  UNION ALL
  SELECT 'purchases', purchase_id, product_id, 0, 0, quantity, price::bigint * quantity FROM purchase_lines;

-- Locks a sale, and returns its lines with what can still be returned and refunded. No rows if the sale was deleted.
-- Each statement of this function reads what was committed before it, so a return that waited for the lock sees the
-- one that held it.
CREATE OR REPLACE FUNCTION lock_returns(sale integer) RETURNS TABLE (
  sale_line_id integer, product_id integer, product_name text, price integer, quantity_left bigint,
  goods_left numeric, shipping_left numeric
) LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM FROM sales WHERE id = sale AND deleted_at IS NULL FOR NO KEY UPDATE;
  RETURN QUERY
    WITH alive AS (
      SELECT id, refund, shipping_refund FROM returns WHERE sale_id = sale AND deleted_at IS NULL
    ), refunded AS (
      SELECT coalesce(sum(refund), 0) AS goods, coalesce(sum(shipping_refund), 0) AS shipping FROM alive
    )
    SELECT line.id, line.product_id, line.product_name, line.price,
      line.quantity - coalesce((
        SELECT sum(returned.quantity) FROM return_lines AS returned JOIN alive ON alive.id = return_id
        WHERE returned.sale_line_id = line.id
      ), 0),
      paid.goods - refunded.goods, total_amount - paid.goods - refunded.shipping
    FROM sales JOIN sale_lines AS line ON line.sale_id = sales.id, refunded,
      LATERAL (SELECT greatest(0, subtotal - discount) AS goods) AS paid
    WHERE sales.id = sale AND sales.deleted_at IS NULL;
END
$$;

-- Computes the refund of a new return, and checks a new or restored one. The refund for a part of the goods is the
-- same part of what was paid for them, rounded so that the refunds of all returns so far are exact to the cent. The
-- last return of a sale gets the rest.
CREATE OR REPLACE FUNCTION settle_return() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sale sales;
  others record;
  paid numeric;
  due numeric;
BEGIN
  SELECT * INTO sale FROM sales WHERE id = NEW.sale_id FOR NO KEY UPDATE;
  IF sale.deleted_at IS NOT NULL THEN
    RAISE EXCEPTION 'The sale % is deleted.', sale.id
      USING ERRCODE = 'check_violation', TABLE = 'returns', CONSTRAINT = 'returns_of_sales_not_deleted';
  END IF;
  SELECT coalesce(sum(goods_value), 0) AS goods_value, coalesce(sum(proposed_refund), 0) AS proposed,
    coalesce(sum(refund), 0) AS refund, coalesce(sum(shipping_refund), 0) AS shipping
    INTO others FROM returns WHERE sale_id = NEW.sale_id AND deleted_at IS NULL AND id <> NEW.id;
  paid := greatest(0, sale.subtotal - sale.discount);
  IF TG_OP = 'INSERT' THEN
    due := round(paid * (others.goods_value + NEW.goods_value) / sale.subtotal, 2) - others.proposed;
  ELSIF others.goods_value + NEW.goods_value >= sale.subtotal THEN
    due := paid - others.proposed;
  ELSE
    due := NEW.proposed_refund;
  END IF;
  due := greatest(0, least(due, paid - others.proposed));
  -- A refund that the staff member lowered or raised stays as it is.
  IF NEW.refund IS NULL OR TG_OP = 'UPDATE' AND NEW.refund = NEW.proposed_refund THEN
    NEW.refund := greatest(0, least(due, paid - others.refund));
  END IF;
  NEW.proposed_refund := due;
  IF NEW.refund > paid - others.refund OR NEW.shipping_refund > sale.total_amount - paid - others.shipping THEN
    RAISE EXCEPTION 'More would be refunded than was paid for the sale %.', sale.id
      USING ERRCODE = 'check_violation', TABLE = 'returns', CONSTRAINT = 'returns_refund_within_paid';
  END IF;
  IF TG_OP = 'UPDATE' THEN
    PERFORM check_returned(line) FROM return_lines AS line WHERE return_id = NEW.id;
  END IF;
  RETURN NEW;
END
$$;

-- Refuses a line that returns more than was sold. The lock on the sale makes returns of one sale wait for each other.
CREATE OR REPLACE FUNCTION check_returned(line return_lines) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  sold integer;
  returned bigint;
BEGIN
  SELECT quantity INTO sold FROM sale_lines WHERE id = line.sale_line_id;
  SELECT coalesce(sum(quantity), 0) INTO returned
    FROM return_lines JOIN returns ON returns.id = return_id
    WHERE sale_line_id = line.sale_line_id AND return_id <> line.return_id AND deleted_at IS NULL;
  IF returned + line.quantity > sold THEN
    RAISE EXCEPTION 'More would be returned than was sold in line %.', line.sale_line_id
      USING ERRCODE = 'check_violation', TABLE = 'return_lines', CONSTRAINT = 'return_lines_quantity_within_sold';
  END IF;
END
$$;

CREATE OR REPLACE FUNCTION check_new_return_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM returns WHERE id = NEW.return_id AND deleted_at IS NULL) THEN
    PERFORM check_returned(NEW);
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER returns_inserted_settle BEFORE INSERT ON returns
  FOR EACH ROW WHEN (NEW.deleted_at IS NULL) EXECUTE FUNCTION settle_return();
CREATE TRIGGER returns_restored_settle BEFORE UPDATE OF deleted_at ON returns
  FOR EACH ROW WHEN (OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS NULL) EXECUTE FUNCTION settle_return();
CREATE TRIGGER return_lines_check_returned BEFORE INSERT ON return_lines
  FOR EACH ROW EXECUTE FUNCTION check_new_return_line();
CREATE TRIGGER return_lines_never_change BEFORE UPDATE OR DELETE OR TRUNCATE ON return_lines
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_line_change();

-- Deletes the returns of deleted sales, in the batch of their sale, and restores those of that batch with it. It runs
-- after the sales are locked, so that it also sees a return that was recorded just before.
-- OFFSET 0 and the planner settings force index lookups, as in move_stock. The two tables of rows are joined by hash.
CREATE OR REPLACE FUNCTION returns_follow_sales() RETURNS trigger LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_mergejoin = off
AS $$
DECLARE
  following integer[];
BEGIN
  SELECT array_agg(return.id ORDER BY return.id) INTO following
    FROM new_rows AS sale JOIN old_rows AS former USING (id) CROSS JOIN LATERAL (
      SELECT id, deletion_batch, deleted_at FROM returns WHERE sale_id = sale.id OFFSET 0
    ) AS return
    WHERE former.deleted_at IS NULL AND sale.deleted_at IS NOT NULL AND return.deleted_at IS NULL
      OR former.deleted_at IS NOT NULL AND sale.deleted_at IS NULL AND return.deletion_batch = former.deletion_batch;
  IF following IS NULL THEN
    RETURN NULL;
  END IF;
  WITH followed AS (
    SELECT returns.id, sales.deleted_at, sales.deleted_by_id, sales.deletion_batch
    FROM returns JOIN sales ON sales.id = sale_id
    WHERE returns.id = ANY(following) ORDER BY returns.id FOR NO KEY UPDATE OF returns
  ), changed AS (
    UPDATE returns SET deleted_at = followed.deleted_at, deleted_by_id = followed.deleted_by_id,
      deletion_batch = followed.deletion_batch, turn = turn + 1
    FROM followed WHERE returns.id = followed.id
    RETURNING returns.id, returns.turn, returns.deleted_by_id, returns.created_by_id
  )
  INSERT INTO stock_movements (product_id, delta, reason, return_id, turn, user_id)
    SELECT product_id, CASE changed.turn % 2 WHEN 1 THEN -delta ELSE delta END,
      (CASE changed.turn % 2 WHEN 1 THEN 'return_deleted' ELSE 'return_restored' END)::stock_reason,
      changed.id, changed.turn, coalesce(changed.deleted_by_id, acting_account(), changed.created_by_id)
    FROM changed JOIN stock_movements AS first ON first.return_id = changed.id AND first.turn = 0
    ORDER BY product_id, changed.id;
  RETURN NULL;
END
$$;

CREATE TRIGGER sales_returns_follow
  AFTER UPDATE ON sales REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION returns_follow_sales();

-- Posts a new return to its day: to the returns, and to the sales, whose total it lowers. The list of the sales shows
-- it too, so the day of the sale counts a write. Its lines reach product_months when the posting is folded.
CREATE OR REPLACE FUNCTION returns_recorded() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  amount numeric := CASE WHEN NEW.deleted_at IS NULL THEN NEW.refund + NEW.shipping_refund ELSE 0 END;
BEGIN
  INSERT INTO changes (source, day, amount, document_id)
    VALUES ('returns', NEW.return_date, amount, CASE WHEN NEW.deleted_at IS NULL THEN NEW.id END);
  INSERT INTO changes (source, day, amount) VALUES ('sales', NEW.return_date, -amount);
  INSERT INTO changes (source, day) SELECT 'sales', sale_date FROM sales WHERE id = NEW.sale_id;
  RETURN NULL;
END
$$;

CREATE TRIGGER returns_recorded
  AFTER INSERT ON returns
  FOR EACH ROW EXECUTE FUNCTION returns_recorded();

-- Deleting, restoring and any other update of a return: takes the old rows back and posts the new ones. It posts their
-- lines too instead of changing product_months: the deletion of a sale locks months for the sale before, and two locks
-- of months in one transaction can deadlock.
CREATE OR REPLACE FUNCTION returns_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changes (source, day, count, amount)
    SELECT source, day, 1, sum(sign * paid) FROM (
      SELECT return_date AS day, CASE WHEN deleted_at IS NULL THEN -refund - shipping_refund ELSE 0 END AS paid
      FROM old_rows
      UNION ALL
      SELECT return_date, CASE WHEN deleted_at IS NULL THEN refund + shipping_refund ELSE 0 END FROM new_rows
    ) AS moved CROSS JOIN (VALUES ('returns', 1), ('sales', -1)) AS posted (source, sign)
    GROUP BY source, day;
  INSERT INTO changes (source, day)
    SELECT DISTINCT 'sales', sale_date FROM new_rows JOIN sales ON sales.id = sale_id;
  INSERT INTO changes (source, day, count, document_id)
    SELECT 'returns_taken_back', return_date, 0, id FROM old_rows WHERE deleted_at IS NULL
    UNION ALL
    SELECT 'returns', return_date, 0, id FROM new_rows WHERE deleted_at IS NULL;
  RETURN NULL;
END
$$;

CREATE TRIGGER returns_changed
  AFTER UPDATE ON returns REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION returns_changed();

-- The refund of a restored return may change by some cents. Its recording names its account itself.
CREATE OR REPLACE FUNCTION activity_facts(record returns) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('name', (SELECT customer_name FROM sales WHERE id = record.sale_id),
    'deletedAt', record.deleted_at, 'deletedBy', record.deleted_by_id, 'createdBy', record.created_by_id,
    'fields', jsonb_build_object('refund', record.refund))
$$;

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
      SELECT coalesce(CASE action WHEN 'deleted' THEN (new_facts ->> 'deletedBy')::integer
        WHEN 'created' THEN (new_facts ->> 'createdBy')::integer END, account) AS actor
    ) AS acting;
  RETURN NULL;
END
$$;

CREATE TRIGGER returns_created AFTER INSERT ON returns
  FOR EACH ROW EXECUTE FUNCTION post_activity('returns');
CREATE TRIGGER returns_activity AFTER UPDATE OF deleted_at ON returns
  FOR EACH ROW EXECUTE FUNCTION post_activity('returns');

-- Movements whose balance differs from the sum so far. OFFSET 0 makes PostgreSQL sort three million rows:
-- fetching them one by one in the order of the index took seven times as long.
CREATE OR REPLACE VIEW inv_stock_balances AS
  SELECT product_id, id AS movement_id, balance, moved_so_far
  FROM (
    SELECT product_id, id, balance,
      sum(delta) OVER (PARTITION BY product_id ORDER BY id ROWS UNBOUNDED PRECEDING) AS moved_so_far
    FROM (SELECT * FROM stock_movements OFFSET 0) AS movement
  ) AS movement
  WHERE balance <> moved_so_far;
COMMENT ON VIEW inv_stock_balances IS
  'The balance of every movement is the sum of its product''s movements so far.';

-- Documents and products whose first movement (turn 0) differs from the lines.
CREATE OR REPLACE VIEW inv_stock_lines AS
  SELECT 'sales' AS source, sale_id AS document_id, product_id, sum(due) AS due, sum(moved) AS moved
  FROM (
    SELECT sale_id, product_id, -quantity AS due, 0 AS moved FROM sale_lines
    UNION ALL
    SELECT sale_id, product_id, 0, delta FROM stock_movements WHERE sale_id IS NOT NULL AND turn = 0
  ) AS sold
  GROUP BY sale_id, product_id HAVING sum(due) <> sum(moved)
  UNION ALL
  SELECT 'purchases', purchase_id, product_id, sum(due), sum(moved)
  FROM (
    SELECT purchase_id, product_id, quantity AS due, 0 AS moved FROM purchase_lines
    UNION ALL
    SELECT purchase_id, product_id, 0, delta FROM stock_movements WHERE purchase_id IS NOT NULL AND turn = 0
  ) AS bought
  GROUP BY purchase_id, product_id HAVING sum(due) <> sum(moved)
  UNION ALL
  SELECT 'returns', return_id, product_id, sum(due), sum(moved)
  FROM (
    SELECT return_id, product_id, quantity AS due, 0 AS moved FROM return_lines WHERE restock
    UNION ALL
    SELECT return_id, product_id, 0, delta FROM stock_movements WHERE return_id IS NOT NULL AND turn = 0
  ) AS returned
  GROUP BY return_id, product_id HAVING sum(due) <> sum(moved);
COMMENT ON VIEW inv_stock_lines IS
  'Every sale, return and purchase moved the stock by the quantities of its lines.';

-- Documents and products whose deletions (odd turns) and restorations (even turns) do not mirror turn 0.
-- A turn is unique for a document and product, so a count equal to the last turn means that none is missing.
CREATE OR REPLACE VIEW inv_stock_turns AS
  WITH first AS (
    SELECT 'sales' AS source, sales.id AS document_id, product_id, sales.turn, delta
    FROM sales JOIN stock_movements AS movement ON sale_id = sales.id AND movement.turn = 0
    WHERE sales.turn > 0
    UNION ALL
    SELECT 'purchases', purchases.id, product_id, purchases.turn, delta
    FROM purchases JOIN stock_movements AS movement ON purchase_id = purchases.id AND movement.turn = 0
    WHERE purchases.turn > 0
    UNION ALL
    SELECT 'returns', returns.id, product_id, returns.turn, delta
    FROM returns JOIN stock_movements AS movement ON return_id = returns.id AND movement.turn = 0
    WHERE returns.turn > 0
  ), later AS (
    SELECT CASE WHEN sale_id IS NOT NULL THEN 'sales' WHEN return_id IS NOT NULL THEN 'returns'
        ELSE 'purchases' END AS source,
      coalesce(sale_id, return_id, purchase_id) AS document_id, product_id,
      count(*) AS movements, max(turn) AS last_turn,
      min(CASE turn % 2 WHEN 1 THEN -delta ELSE delta END) AS least,
      max(CASE turn % 2 WHEN 1 THEN -delta ELSE delta END) AS most
    FROM stock_movements WHERE turn > 0 GROUP BY 1, 2, 3
  )
  SELECT source, document_id, product_id, turn, coalesce(movements, 0) AS movements, last_turn,
    delta AS moved_at_first, least AS least_moved_later, most AS most_moved_later
  FROM first FULL JOIN later USING (source, document_id, product_id)
  WHERE (turn, turn, delta, delta) IS DISTINCT FROM (movements, last_turn, least, most);
COMMENT ON VIEW inv_stock_turns IS
  'Every deletion of a sale, return or purchase reversed its stock movements, and every restoration repeated them.';

-- Days whose posted amounts differ from the sum of their documents.
CREATE OR REPLACE VIEW inv_totals_days AS
  WITH posted AS (
    SELECT source, day, sum(amount) AS amount FROM changes
    WHERE source IN ('sales', 'returns', 'purchases') GROUP BY source, day
  ), due AS (
    SELECT source, day, sum(amount) AS amount FROM (
      SELECT 'sales' AS source, sale_date AS day, sum(total_amount) AS amount
      FROM sales WHERE deleted_at IS NULL GROUP BY sale_date
      UNION ALL
      SELECT 'sales', return_date, -sum(refund + shipping_refund)
      FROM returns WHERE deleted_at IS NULL GROUP BY return_date
      UNION ALL
      SELECT 'returns', return_date, sum(refund + shipping_refund)
      FROM returns WHERE deleted_at IS NULL GROUP BY return_date
      UNION ALL
      SELECT 'purchases', purchase_date, sum(total_amount)
      FROM purchases WHERE deleted_at IS NULL GROUP BY purchase_date
    ) AS document GROUP BY source, day
  )
  SELECT source, day, coalesce(posted.amount, 0) AS posted, coalesce(due.amount, 0) AS due
  FROM posted FULL JOIN due USING (source, day)
  WHERE coalesce(posted.amount, 0) <> coalesce(due.amount, 0);
COMMENT ON VIEW inv_totals_days IS
  'For every day, the sales, returns and purchases in the reports are the sums of that day''s documents.';

-- Products and months whose totals differ from the sum of their lines.
CREATE OR REPLACE VIEW inv_totals_months AS
  SELECT month, product_id,
    whole_sum(units_sold) AS units_sold, whole_sum(units_sold_due) AS units_sold_due,
    whole_sum(total_sales) AS total_sales, whole_sum(total_sales_due) AS total_sales_due,
    whole_sum(units_purchased) AS units_purchased, whole_sum(units_purchased_due) AS units_purchased_due,
    whole_sum(total_purchases) AS total_purchases, whole_sum(total_purchases_due) AS total_purchases_due
  FROM (
    SELECT month, product_id, units_sold, 0::bigint AS units_sold_due, total_sales, 0::bigint AS total_sales_due,
      units_purchased, 0::bigint AS units_purchased_due, total_purchases, 0::bigint AS total_purchases_due
    FROM product_totals
    UNION ALL
    SELECT date_trunc('month', sale_date::timestamp)::date, product_id,
      0, quantity, 0, price::bigint * quantity, 0, 0, 0, 0
    FROM sale_lines JOIN sales ON sales.id = sale_id WHERE deleted_at IS NULL
    UNION ALL
    SELECT date_trunc('month', return_date::timestamp)::date, product_id,
      0, -quantity, 0, -(price::bigint * quantity), 0, 0, 0, 0
    FROM return_lines JOIN returns ON returns.id = return_id WHERE deleted_at IS NULL
    UNION ALL
    SELECT date_trunc('month', purchase_date::timestamp)::date, product_id,
      0, 0, 0, 0, 0, quantity, 0, price::bigint * quantity
    FROM purchase_lines JOIN purchases ON purchases.id = purchase_id WHERE deleted_at IS NULL
  ) AS lines
  GROUP BY month, product_id
  HAVING (whole_sum(units_sold), whole_sum(total_sales), whole_sum(units_purchased), whole_sum(total_purchases))
    <> (whole_sum(units_sold_due), whole_sum(total_sales_due), whole_sum(units_purchased_due),
      whole_sum(total_purchases_due));
COMMENT ON VIEW inv_totals_months IS
  'For every product and month, the units and amounts in the reports are the sums of the lines.';

-- Documents without lines.
CREATE OR REPLACE VIEW inv_records_lines AS
  SELECT 'sales' AS source, id AS document_id, subtotal AS total FROM sales
  WHERE NOT EXISTS (SELECT FROM sale_lines WHERE sale_id = sales.id)
  UNION ALL
  SELECT 'purchases', id, total_amount FROM purchases
  WHERE NOT EXISTS (SELECT FROM purchase_lines WHERE purchase_id = purchases.id)
  UNION ALL
  SELECT 'returns', id, goods_value::numeric(16, 2) FROM returns
  WHERE NOT EXISTS (SELECT FROM return_lines WHERE return_id = returns.id);
COMMENT ON VIEW inv_records_lines IS 'Every sale, return and purchase has at least one line.';

-- Idempotency keys that name no record, a document of another account, or the same record as another key.
-- Only documents store who created them. The primary key ensures that a key names one record.
CREATE OR REPLACE VIEW inv_records_keys AS
  SELECT resource AS source, document_id, user_id, key, created_by_id, 1 AS keys
  FROM idempotency_records LEFT JOIN (
    SELECT 'sales' AS resource, id AS document_id, created_by_id FROM sales
    UNION ALL SELECT 'purchases', id, created_by_id FROM purchases
    UNION ALL SELECT 'returns', id, created_by_id FROM returns
    UNION ALL SELECT 'customers', id, NULL FROM customers
    UNION ALL SELECT 'suppliers', id, NULL FROM suppliers
    UNION ALL SELECT 'categories', id, NULL FROM categories
    UNION ALL SELECT 'expense_categories', id, NULL FROM expense_categories
    UNION ALL SELECT 'expenses', id, NULL FROM expenses
    UNION ALL SELECT 'products', id, NULL FROM products
  ) AS document USING (resource, document_id)
  WHERE document.document_id IS NULL OR created_by_id <> user_id
  UNION ALL
  SELECT resource, document_id, min(user_id), min(key), NULL, count(*)
  FROM idempotency_records GROUP BY resource, document_id HAVING count(*) > 1;
COMMENT ON VIEW inv_records_keys IS
  'Every idempotency key names an existing record, and no record has two keys. '
  'A sale, return or purchase belongs to the account that sent its key.';

-- Records with one or two of the three deletion marks, and documents whose turn contradicts their marks.
CREATE OR REPLACE VIEW inv_records_marks AS
  SELECT source, record_id, turn, deleted_at, deleted_by_id, deletion_batch
  FROM (
    SELECT 'customers' AS source, id AS record_id, deleted_at, deleted_by_id, deletion_batch,
      NULL::integer AS turn FROM customers
    UNION ALL SELECT 'suppliers', id, deleted_at, deleted_by_id, deletion_batch, NULL FROM suppliers
    UNION ALL SELECT 'categories', id, deleted_at, deleted_by_id, deletion_batch, NULL FROM categories
    UNION ALL SELECT 'expense_categories', id, deleted_at, deleted_by_id, deletion_batch, NULL
      FROM expense_categories
    UNION ALL SELECT 'expenses', id, deleted_at, deleted_by_id, deletion_batch, NULL FROM expenses
    UNION ALL SELECT 'products', id, deleted_at, deleted_by_id, deletion_batch, NULL FROM products
    UNION ALL SELECT 'sales', id, deleted_at, deleted_by_id, deletion_batch, turn FROM sales
    UNION ALL SELECT 'purchases', id, deleted_at, deleted_by_id, deletion_batch, turn FROM purchases
    UNION ALL SELECT 'returns', id, deleted_at, deleted_by_id, deletion_batch, turn FROM returns
  ) AS record
  WHERE num_nonnulls(deleted_at, deleted_by_id, deletion_batch) NOT IN (0, 3)
    OR (turn % 2 = 1) <> (deleted_at IS NOT NULL);
COMMENT ON VIEW inv_records_marks IS
  'Every deleted record names the time, the account and the batch of its deletion.';

-- Records and movements that name an account that does not exist. inv_records_marks finds a missing name.
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
    UNION ALL SELECT 'returns', id, deleted_by_id FROM returns
    UNION ALL SELECT 'returns', id, created_by_id FROM returns
    UNION ALL SELECT 'stock_movements', id, user_id FROM stock_movements
    UNION ALL SELECT 'activities', id, user_id FROM activities
  ) AS act
  WHERE user_id IS NOT NULL AND NOT EXISTS (SELECT FROM users WHERE id = user_id);
COMMENT ON VIEW inv_records_actors IS
  'Records, stock movements and activities name only accounts that exist.';

-- Movements that name another account than their document does, for turn 0 and for the last turn.
CREATE OR REPLACE VIEW inv_records_ledger AS
  SELECT 'sales' AS source, sale_id AS document_id, movement.id AS movement_id, movement.turn, user_id,
    CASE movement.turn WHEN 0 THEN created_by_id ELSE deleted_by_id END AS due_user_id
  FROM stock_movements AS movement JOIN sales ON sales.id = sale_id
  WHERE movement.turn = 0 AND user_id <> created_by_id
    OR movement.turn = sales.turn AND user_id <> deleted_by_id
  UNION ALL
  SELECT 'purchases', purchase_id, movement.id, movement.turn, user_id,
    CASE movement.turn WHEN 0 THEN created_by_id ELSE deleted_by_id END
  FROM stock_movements AS movement JOIN purchases ON purchases.id = purchase_id
  WHERE movement.turn = 0 AND user_id <> created_by_id
    OR movement.turn = purchases.turn AND user_id <> deleted_by_id
  UNION ALL
  SELECT 'returns', return_id, movement.id, movement.turn, user_id,
    CASE movement.turn WHEN 0 THEN created_by_id ELSE deleted_by_id END
  FROM stock_movements AS movement JOIN returns ON returns.id = return_id
  WHERE movement.turn = 0 AND user_id <> created_by_id
    OR movement.turn = returns.turn AND user_id <> deleted_by_id;
COMMENT ON VIEW inv_records_ledger IS
  'The stock movements of every sale, return and purchase name the account that recorded it, and the one that '
  'deleted it.';

-- Records that are deleted while their last activity about it is no deletion, and the reverse.
-- inv_records_marks finds a deletion without its account. Accounts are not judged: a restore may keep the present
-- accounts, without an activity.
CREATE OR REPLACE VIEW inv_records_activities AS
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
    UNION ALL SELECT 'returns', id, deleted_at FROM returns
      WHERE deleted_at IS NOT NULL AND deleted_by_id IS NOT NULL
  )
  SELECT resource AS source, record_id, deleted_at, action AS last_action
  FROM deleted FULL JOIN (SELECT * FROM last WHERE action = 'deleted') AS last USING (resource, record_id)
  WHERE deleted_at IS NULL OR action IS NULL;
COMMENT ON VIEW inv_records_activities IS
  'Every deletion and restoration of a record is among the activities.';

-- Lines of sales of which more was returned than sold.
CREATE VIEW inv_returns_quantities AS
  SELECT sale_line_id, sale_lines.quantity AS sold, returned.quantity AS returned
  FROM (
    SELECT sale_line_id, sum(quantity) AS quantity FROM return_lines JOIN returns ON returns.id = return_id
    WHERE deleted_at IS NULL GROUP BY sale_line_id
  ) AS returned JOIN sale_lines ON sale_lines.id = sale_line_id
  WHERE returned.quantity > sale_lines.quantity;
COMMENT ON VIEW inv_returns_quantities IS 'Of every line of a sale, no more was returned than sold.';

-- Sales of which more was refunded than paid, or of which all goods came back and the proposed refunds are not what
-- was paid for the goods.
CREATE VIEW inv_returns_refunds AS
  SELECT sale_id, goods_paid, refund, proposed_refund, total_amount - goods_paid AS shipping_paid, shipping_refund
  FROM (
    SELECT sale_id, sum(goods_value) AS goods_value, sum(refund) AS refund,
      sum(proposed_refund) AS proposed_refund, sum(shipping_refund) AS shipping_refund
    FROM returns WHERE deleted_at IS NULL GROUP BY sale_id
  ) AS returned JOIN sales ON sales.id = sale_id,
    LATERAL (SELECT greatest(0, subtotal - discount) AS goods_paid) AS paid
  WHERE refund > goods_paid OR shipping_refund > total_amount - goods_paid OR proposed_refund > goods_paid
    OR goods_value = subtotal AND proposed_refund <> goods_paid;
COMMENT ON VIEW inv_returns_refunds IS
  'Of every sale, no more was refunded than paid. If all goods came back, the proposed refunds are what was paid for them.';

-- Returns whose lines are of another sale, have another product or price, or do not add up to the value of the return.
CREATE VIEW inv_returns_lines AS
  SELECT returns.id AS return_id, line.id AS line_id, line.product_id, line.price, NULL::numeric AS goods_value_due
  FROM returns JOIN return_lines AS line ON return_id = returns.id JOIN sale_lines AS sold ON sold.id = sale_line_id
  WHERE (sold.sale_id, sold.product_id, sold.price) <> (returns.sale_id, line.product_id, line.price)
  UNION ALL
  SELECT returns.id, NULL, NULL, NULL, sum(price::bigint * quantity)
  FROM returns JOIN return_lines ON return_id = returns.id
  GROUP BY returns.id HAVING goods_value <> sum(price::bigint * quantity);
COMMENT ON VIEW inv_returns_lines IS
  'The lines of every return are of its sale, with the product and the price of the sold line.';

-- Returns that are not deleted although their sale is.
CREATE VIEW inv_returns_sales AS
  SELECT returns.id AS return_id, sale_id FROM returns JOIN sales ON sales.id = sale_id
  WHERE returns.deleted_at IS NULL AND sales.deleted_at IS NOT NULL;
COMMENT ON VIEW inv_returns_sales IS 'No deleted sale has a return that is not deleted.';
