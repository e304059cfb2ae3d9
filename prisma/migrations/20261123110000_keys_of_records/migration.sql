-- AlterTable
ALTER TABLE "idempotency_records" ADD COLUMN     "first_answer" JSON;

-- What Prisma cannot say.

-- A document is never changed, and its answer can be read from it; a record is, and its first answer is kept.
ALTER TABLE idempotency_records
  DROP CONSTRAINT idempotency_records_resource_takes_documents,
  ADD CONSTRAINT idempotency_records_resource_takes_keys
    CHECK (resource IN ('sales', 'purchases', 'customers', 'suppliers', 'categories',
      'expense_categories', 'expenses', 'products')),
  ADD CONSTRAINT idempotency_records_first_answer_of_records_alone
    CHECK ((first_answer IS NULL) = (resource IN ('sales', 'purchases')));

-- Who entered a record is not noted in it, so that of a record only its being there can be held against the key.
CREATE OR REPLACE VIEW inv_records_keys AS
  SELECT resource AS source, document_id, user_id, key, created_by_id, 1 AS keys
  FROM idempotency_records LEFT JOIN (
    SELECT 'sales' AS resource, id AS document_id, created_by_id FROM sales
    UNION ALL SELECT 'purchases', id, created_by_id FROM purchases
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
  'Every key names a record, or a document of whoever sent it, and no two name the same.';
