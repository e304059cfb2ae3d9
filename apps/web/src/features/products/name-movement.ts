import type { StockMovement } from '@stockie/contracts'

/** What has moved the stock, by its document's number where there is one. */
export function nameMovement({ reason, saleId, purchaseId }: StockMovement) {
  const names = {
    opening: 'Opening stock',
    adjustment: 'Adjusted by hand',
    sale: `Sale ${saleId}`,
    sale_deleted: `Sale ${saleId} deleted`,
    sale_restored: `Sale ${saleId} restored`,
    purchase: `Purchase ${purchaseId}`,
    purchase_deleted: `Purchase ${purchaseId} deleted`,
    purchase_restored: `Purchase ${purchaseId} restored`,
  } satisfies Record<StockMovement['reason'], string>
  return names[reason]
}
