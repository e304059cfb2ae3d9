/** The specification's: red at 0 or less, yellow below 10. */
const lowStock = 10

export function stockLevel(stock: number) {
  if (stock <= 0) return 'out of stock'
  return stock < lowStock ? 'low stock' : 'in stock'
}
