export { e2eDays } from './e2e-days'
export { e2eFigures } from './e2e-figures'
export { e2ePurchases, e2eSales } from './e2e-totals'
