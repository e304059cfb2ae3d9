import { Counter, type Registry } from 'prom-client'
import { lostRaces } from '@/http/lost-races'

export function countLostRaces(registry: Registry): void {
  const retries = new Counter({
    name: 'stockie_lost_races_total',
    help: "Writes that PostgreSQL ended so that another could finish, and that were done again, by its code or Prisma's.",
    labelNames: ['code'],
    registers: [registry],
  })
  lostRaces.subscribe((error) => retries.inc({ code: codeOf(error) }))
}

function codeOf(error: unknown): string {
  const isCoded = typeof error === 'object' && error !== null && 'code' in error
  return isCoded && /^\w{5}$/.test(String(error.code)) ? String(error.code) : 'other'
}
