-- Rules that hold for every shop at any moment. Each rule is a view inv_<group>_<rule>: it selects the rows
-- that break the rule, so it is empty. The comment on the view is the rule. The doctor, the metrics and
-- `npm run prove` find the views by their names (decision 019).
--
-- Each view computes from the raw rows and in sets, for a shop of a million sales. A view also checks what a
-- CHECK or a foreign key refuses already, if that costs little.
--
-- Current definitions, for reading. The migrations create them in a shop's database; sql-definitions.test.ts
-- compares the two. A change of behaviour is a new migration plus the same change here.

-- CHECK constraints call is_trimmed for names, e-mails, remarks and all other texts.
-- It lists the characters that JavaScript's trim() removes. \s depends on the locale, includes U+0085, which
-- the contract accepts, and lacks U+FEFF.
CREATE OR REPLACE FUNCTION is_trimmed(value text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN value !~ '^[\t-\r \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]|[\t-\r \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]$';

-- 1. Stock.

-- Products whose stock differs from their ledger.
CREATE VIEW inv_stock_ledger AS
  SELECT id AS product_id, name, products.stock, coalesce(ledger.stock, 0) AS ledger_stock
  FROM products LEFT JOIN (
    SELECT product_id, sum(delta) AS stock FROM stock_movements GROUP BY product_id
  ) AS ledger ON product_id = id
  WHERE products.stock <> coalesce(ledger.stock, 0);
COMMENT ON VIEW inv_stock_ledger IS 'The stock of every product is the sum of its movements.';

-- Movements whose balance differs from the sum so far. OFFSET 0 makes PostgreSQL sort three million rows:
-- fetching them one by one in the order of the index took seven times as long.
CREATE VIEW inv_stock_balances AS
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
CREATE VIEW inv_stock_lines AS
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
CREATE VIEW inv_stock_turns AS
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

-- Products whose movements by an import differ from what the import did.
CREATE VIEW inv_stock_imports AS
  SELECT import_id, product_id, moved.delta, undone, due.delta AS due
  FROM (
    SELECT import_id, product_id, sum(delta) FILTER (WHERE reason = 'import') AS delta,
      sum(delta) FILTER (WHERE reason = 'import_undone') AS undone
    FROM stock_movements WHERE import_id IS NOT NULL GROUP BY import_id, product_id
  ) AS moved FULL JOIN (
    SELECT import_id, record_id AS product_id, stock_delta AS delta FROM import_changes
    WHERE source = 'products' AND stock_delta <> 0
  ) AS due USING (import_id, product_id)
  WHERE moved.delta IS DISTINCT FROM due.delta OR undone <> -moved.delta;
COMMENT ON VIEW inv_stock_imports IS
  'Every import moved the stock of a product as it says, and its undo took back no more and no less.';

-- Counted products of a posted count whose stock right after it differs from what was counted plus what had moved since,
-- or whose movements by the count differ from what it says. A correction is no movement of goods. Each part reads only its
-- own movements: the balance before the posting, those since the number, and those of the count.
CREATE VIEW inv_stock_counts AS
  SELECT count_id, product_id, counted, moved, stock_before, posted_delta, posted, undone
  FROM stock_count_products AS line
    JOIN stock_counts AS count ON count.id = count_id
    CROSS JOIN LATERAL (
      SELECT coalesce((
          SELECT balance FROM stock_movements
          WHERE product_id = line.product_id AND id < posted_through ORDER BY id DESC LIMIT 1
        ), 0)::bigint AS stock_before,
        (
          SELECT coalesce(sum(delta) FILTER (WHERE NOT is_correction(reason, adjustment_reason)), 0) FROM stock_movements
          WHERE product_id = line.product_id AND id > line.movement_id AND id < posted_through
        ) AS moved
    ) AS ledger
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(delta) FILTER (WHERE reason = 'count'), 0) AS posted,
        coalesce(sum(delta) FILTER (WHERE reason = 'count_undone'), 0) AS undone
      FROM stock_movements WHERE count_id = line.count_id AND product_id = line.product_id
    ) AS own
  WHERE posted_delta IS NOT NULL AND (
    stock_before + posted_delta <> counted + moved OR posted_moved <> moved OR posted <> posted_delta
    OR undone <> CASE state WHEN 'undone' THEN -posted_delta ELSE 0 END
  )
  UNION ALL
  SELECT count_id, product_id, line.counted, 0, 0, line.posted_delta, delta, 0
  FROM stock_movements LEFT JOIN stock_count_products AS line USING (count_id, product_id)
  WHERE count_id IS NOT NULL AND line.posted_delta IS NULL;
COMMENT ON VIEW inv_stock_counts IS
  'Every posted stock count left what was counted plus what had moved since, and its undo took back no more and no less.';

-- 2. Totals: of lines, of documents, and of the tables that the reports read.

-- Lines whose total is not price times quantity.
CREATE VIEW inv_totals_lines AS
  SELECT 'sales' AS source, sale_id AS document_id, id AS line_id, total, price::bigint * quantity AS due
  FROM sale_lines WHERE total <> price::bigint * quantity
  UNION ALL
  SELECT 'purchases', purchase_id, id, total, price::bigint * quantity
  FROM purchase_lines WHERE total <> price::bigint * quantity;
COMMENT ON VIEW inv_totals_lines IS 'The total of every line is its price times its quantity.';

-- Documents whose subtotal differs from the sum of their lines.
CREATE VIEW inv_totals_documents AS
  SELECT 'sales' AS source, id AS document_id, subtotal AS total, lines
  FROM sales JOIN (
    SELECT sale_id AS id, whole_sum(price::bigint * quantity) AS lines FROM sale_lines GROUP BY sale_id
  ) AS sold USING (id)
  WHERE subtotal <> lines
  UNION ALL
  SELECT 'purchases', id, total_amount, lines
  FROM purchases JOIN (
    SELECT purchase_id AS id, whole_sum(price::bigint * quantity) AS lines
    FROM purchase_lines GROUP BY purchase_id
  ) AS bought USING (id)
  WHERE total_amount <> lines;
COMMENT ON VIEW inv_totals_documents IS
  'The subtotal of every sale and the total of every purchase is the sum of its lines.';

-- Sales whose total does not follow from subtotal, discount and shipping fees.
CREATE VIEW inv_totals_sales AS
  SELECT id AS sale_id, total_amount, greatest(0, subtotal - discount + shipping_fees) AS due
  FROM sales WHERE total_amount <> greatest(0, subtotal - discount + shipping_fees);
COMMENT ON VIEW inv_totals_sales IS
  'The total of every sale is its subtotal minus its discount plus its shipping fees, or 0 if that is negative.';

-- Days whose posted amounts differ from the sum of their documents.
CREATE VIEW inv_totals_days AS
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
CREATE VIEW inv_totals_months AS
  SELECT month, product_id,
    whole_sum(units_sold) AS units_sold, whole_sum(units_sold_due) AS units_sold_due,
    whole_sum(total_sales) AS total_sales, whole_sum(total_sales_due) AS total_sales_due,
    whole_sum(units_purchased) AS units_purchased, whole_sum(units_purchased_due) AS units_purchased_due,
    whole_sum(total_purchases) AS total_purchases, whole_sum(total_purchases_due) AS total_purchases_due,
    whole_sum(cost_of_goods) AS cost_of_goods, whole_sum(cost_of_goods_due) AS cost_of_goods_due,
    whole_sum(lines_without_cost) AS lines_without_cost, whole_sum(lines_without_cost_due) AS lines_without_cost_due
  FROM (
    SELECT month, product_id, units_sold, 0::bigint AS units_sold_due, total_sales, 0::bigint AS total_sales_due,
      units_purchased, 0::bigint AS units_purchased_due, total_purchases, 0::bigint AS total_purchases_due,
      cost_of_goods, 0::bigint AS cost_of_goods_due, lines_without_cost, 0::bigint AS lines_without_cost_due
    FROM product_totals
    UNION ALL
    SELECT date_trunc('month', sale_date::timestamp)::date, product_id,
      0, quantity, 0, price::bigint * quantity, 0, 0, 0, 0,
      0, coalesce(cost::bigint * quantity, 0), 0, CASE WHEN cost IS NULL THEN 1 ELSE 0 END
    FROM sale_lines JOIN sales ON sales.id = sale_id WHERE deleted_at IS NULL
    UNION ALL
    SELECT date_trunc('month', return_date::timestamp)::date, product_id,
      0, -quantity, 0, -(price::bigint * quantity), 0, 0, 0, 0,
      0, CASE WHEN restock THEN coalesce(-(cost::bigint * quantity), 0) ELSE 0 END, 0, 0
    FROM return_lines JOIN returns ON returns.id = return_id WHERE deleted_at IS NULL
    UNION ALL
    SELECT date_trunc('month', purchase_date::timestamp)::date, product_id,
      0, 0, 0, 0, 0, quantity, 0, price::bigint * quantity, 0, 0, 0, 0
    FROM purchase_lines JOIN purchases ON purchases.id = purchase_id WHERE deleted_at IS NULL
  ) AS lines
  GROUP BY month, product_id
  HAVING (whole_sum(units_sold), whole_sum(total_sales), whole_sum(units_purchased), whole_sum(total_purchases),
      whole_sum(cost_of_goods), whole_sum(lines_without_cost))
    <> (whole_sum(units_sold_due), whole_sum(total_sales_due), whole_sum(units_purchased_due),
      whole_sum(total_purchases_due), whole_sum(cost_of_goods_due), whole_sum(lines_without_cost_due));
COMMENT ON VIEW inv_totals_months IS
  'For every product and month, the units, amounts and costs in the reports are the sums of the lines.';

-- 3. Records.

-- Documents without lines. A return that only pays something back needs none.
CREATE VIEW inv_records_lines AS
  SELECT 'sales' AS source, id AS document_id, subtotal AS total FROM sales
  WHERE NOT EXISTS (SELECT FROM sale_lines WHERE sale_id = sales.id)
  UNION ALL
  SELECT 'purchases', id, total_amount FROM purchases
  WHERE NOT EXISTS (SELECT FROM purchase_lines WHERE purchase_id = purchases.id)
  UNION ALL
  SELECT 'returns', id, goods_value::numeric(16, 2) FROM returns
  WHERE goods_value > 0 AND NOT EXISTS (SELECT FROM return_lines WHERE return_id = returns.id);
COMMENT ON VIEW inv_records_lines IS 'Every sale, return of goods and purchase has at least one line.';

-- Idempotency keys that name no record, a document of another account, or the same record as another key.
-- Only documents and cash counts store who created them. The primary key ensures that a key names one record.
CREATE VIEW inv_records_keys AS
  SELECT resource AS source, document_id, user_id, key, created_by_id, 1 AS keys
  FROM idempotency_records LEFT JOIN (
    SELECT 'sales' AS resource, id AS document_id, created_by_id FROM sales
    UNION ALL SELECT 'purchases', id, created_by_id FROM purchases
    UNION ALL SELECT 'returns', id, created_by_id FROM returns
    UNION ALL SELECT 'day_sheets', id, created_by_id FROM day_sheets
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
  'A sale, return, purchase or cash count belongs to the account that sent its key.';

-- Records with one or two of the three deletion marks, and documents whose turn contradicts their marks.
CREATE VIEW inv_records_marks AS
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
CREATE VIEW inv_records_actors AS
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
    UNION ALL SELECT 'day_sheets', id, created_by_id FROM day_sheets
    UNION ALL SELECT 'stock_movements', id, user_id FROM stock_movements
    UNION ALL SELECT 'activities', id, user_id FROM activities
  ) AS act
  WHERE user_id IS NOT NULL AND NOT EXISTS (SELECT FROM users WHERE id = user_id);
COMMENT ON VIEW inv_records_actors IS
  'Records, cash counts, stock movements and activities name only accounts that exist.';

-- Movements that name another account than their document does, for turn 0 and for the last turn.
CREATE VIEW inv_records_ledger AS
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
    UNION ALL SELECT 'returns', id, deleted_at FROM returns
      WHERE deleted_at IS NOT NULL AND deleted_by_id IS NOT NULL
  )
  SELECT resource AS source, record_id, deleted_at, action AS last_action
  FROM deleted FULL JOIN (SELECT * FROM last WHERE action = 'deleted') AS last USING (resource, record_id)
  WHERE deleted_at IS NULL OR action IS NULL;
COMMENT ON VIEW inv_records_activities IS
  'Every deletion and restoration of a record is among the activities.';

-- 4. Returns.

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

-- Returns whose lines are of another sale, have another product, price or cost, or do not add up to the value of the return.
CREATE VIEW inv_returns_lines AS
  SELECT returns.id AS return_id, line.id AS line_id, line.product_id, line.price, NULL::numeric AS goods_value_due
  FROM returns JOIN return_lines AS line ON return_id = returns.id JOIN sale_lines AS sold ON sold.id = sale_line_id
  WHERE (sold.sale_id, sold.product_id, sold.price) <> (returns.sale_id, line.product_id, line.price)
    OR sold.cost IS DISTINCT FROM line.cost
  UNION ALL
  SELECT returns.id, NULL, NULL, NULL, sum(price::bigint * quantity)
  FROM returns JOIN return_lines ON return_id = returns.id
  GROUP BY returns.id HAVING goods_value <> sum(price::bigint * quantity);
COMMENT ON VIEW inv_returns_lines IS
  'The lines of every return are of its sale, with the product, the price and the cost of the sold line.';

-- Returns that are not deleted although their sale is.
CREATE VIEW inv_returns_sales AS
  SELECT returns.id AS return_id, sale_id FROM returns JOIN sales ON sales.id = sale_id
  WHERE returns.deleted_at IS NULL AND sales.deleted_at IS NOT NULL;
COMMENT ON VIEW inv_returns_sales IS 'No deleted sale has a return that is not deleted.';

-- 5. Day sheets.

-- Cash counts whose totals differ from what they store.
CREATE VIEW inv_totals_cash_counts AS
  SELECT id AS day_sheet_id, day, counted_total, counted_due, taken_out_total, taken_out_due, total_sales,
    (figures ->> 'totalSales')::numeric AS total_sales_due, expected_cash, difference
  FROM day_sheets, LATERAL (
    SELECT coalesce((counted ->> 'sum')::numeric, (
      SELECT coalesce(sum((piece ->> 'value')::numeric * (piece ->> 'count')::integer), 0)
      FROM jsonb_array_elements(counted -> 'pieces') AS piece
    )) AS counted_due, (
      SELECT coalesce(sum((taken ->> 'amount')::numeric), 0) FROM jsonb_array_elements(taken_out) AS taken
    ) AS taken_out_due
  ) AS due
  WHERE counted_total <> counted_due OR taken_out_total <> taken_out_due
    OR total_sales IS DISTINCT FROM (figures ->> 'totalSales')::numeric
    OR expected_cash <> opening_float + total_sales - paid_otherwise - taken_out_total
    OR difference <> counted_total - expected_cash;
COMMENT ON VIEW inv_totals_cash_counts IS
  'The totals of every cash count are the sums of what it stores.';

-- 6. The journal.

-- Documents and expenses whose entries do not add up to what they are now.
CREATE VIEW inv_journal_amounts AS
  SELECT source, document_id, day, expense_at, sum(sign) AS entered, sum(amount) AS entered_amount, sum(due) AS due,
    sum(due_amount) AS due_amount
  FROM (
    SELECT source, document_id, day, expense_at, sign, amount, 0 AS due, 0 AS due_amount FROM journal
    UNION ALL
    SELECT 'sales', id, sale_date, NULL, 0, 0, 1, total_amount FROM sales WHERE deleted_at IS NULL
    UNION ALL
    SELECT 'purchases', id, purchase_date, NULL, 0, 0, 1, total_amount FROM purchases WHERE deleted_at IS NULL
    UNION ALL
    SELECT 'returns', id, return_date, NULL, 0, 0, 1, refund + shipping_refund FROM returns WHERE deleted_at IS NULL
    UNION ALL
    SELECT 'expenses', id, NULL, created_at, 0, 0, 1, amount FROM expenses WHERE deleted_at IS NULL
  ) AS entry
  GROUP BY source, document_id, day, expense_at HAVING sum(sign) <> sum(due) OR sum(amount) <> sum(due_amount);
COMMENT ON VIEW inv_journal_amounts IS
  'The journal of every sale, return, purchase and expense adds up to its present day and amount.';
-- 7. Closed books.

-- The entries of the closed period that were committed after the last move of its end. That moment has milliseconds only.
-- OFFSET 0: the end of the period is computed once, not for each entry.
CREATE VIEW inv_records_closed_books AS
  SELECT source, document_id, coalesce(day, (expense_at AT TIME ZONE time_zone)::date) AS day, at AS written_at, closed_through,
    updated_at AS closed_at
  FROM (
    SELECT closed_through, time_zone, updated_at, end_of_day(closed_through, time_zone) AS ends_at FROM books OFFSET 0
  ) AS books JOIN journal ON (day <= closed_through OR expense_at < ends_at) AND at > updated_at + interval '1 millisecond'
  UNION ALL
  SELECT 'day_sheets', day_sheets.id, day, created_at, closed_through, updated_at
  FROM books JOIN day_sheets ON day <= closed_through AND created_at > updated_at;
COMMENT ON VIEW inv_records_closed_books IS 'Nothing in the closed period was written after the books were closed.';
