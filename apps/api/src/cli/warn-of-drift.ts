import type { Figures } from '@/database/backup/manifest'
import { asTypedHere } from '@/main/as-typed-here'

/** The owner's own: a figure that was already wrong came back as it was. */
export function warnOfDrift({ drifted }: Figures): string | null {
  if (drifted === 0) return null
  return `Warning: the stock of ${drifted} ${drifted === 1 ? 'product' : 'products'} is not the sum of its ledger, in the backup as in the shop. ${asTypedHere('npm run doctor')} says more.`
}
