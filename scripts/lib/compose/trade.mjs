import assert from 'node:assert/strict'

/** A first day: something to sell, somebody to sell it to, a purchase, an expense and a sale. */
export async function trade(shop) {
  await shop.post('/categories', { name: 'Stationery' })
  await shop.post('/expense-categories', { name: 'Rent' })
  await shop.post('/customers', { name: 'Ada Fashola' })
  await shop.post('/suppliers', { name: 'Harbour Paper Ltd' })
  const [category] = await shop.get('/categories')
  const pen = { name: 'Füller “Ö”\t\\N', price: 24, cost: 11, stock: 40, categoryId: category.id }
  await shop.post('/products', pen)
  const [expenseCategory] = await shop.get('/expense-categories')
  const rent = { name: 'Shop rent', amount: 1200, expenseCategoryId: expenseCategory.id }
  await shop.post('/expenses', rent)
  await buy(shop, 10)
  await sell(shop, 2)
  const [product] = await shop.get('/products')
  assert.equal(product.stock, 48)
}

export async function sell(shop, quantity) {
  const [customer] = await shop.get('/customers')
  const [product] = await shop.get('/products')
  const total = product.price * quantity
  await shop.post('/sales', {
    customerId: customer.id,
    saleDate: '2026-11-21',
    saleDetails: [{ productId: product.id, price: product.price, quantity, total }],
    discount: 5.75,
    shippingFees: 3.25,
    totalAmount: total - 2.5,
    remark: 'Gift wrap',
  })
}

async function buy(shop, quantity) {
  const [supplier] = await shop.get('/suppliers')
  const [product] = await shop.get('/products')
  const total = product.cost * quantity
  await shop.post('/purchases', {
    supplierId: supplier.id,
    purchaseDate: '2026-11-20',
    purchaseDetails: [{ productId: product.id, price: product.cost, quantity, total }],
    totalAmount: total,
    remark: '',
  })
}
