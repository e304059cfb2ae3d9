import { seedAccounts } from '@stockie/prisma/seed'
import type { ClientBase } from 'pg'
import { asTypedHere } from '@/main/as-typed-here'
import type { Env } from '@/env'
import type { Verdict } from './finding'
import { isOpen } from './is-open'

type Account = { role: number; passwordHash: string }

/** Whether somebody owns the shop, and whether anybody can walk in with the demo's password. */
export async function checkAccounts(client: ClientBase, env: Env): Promise<Verdict[]> {
  const { rows } = await client.query<Account>(
    `select role, password_hash as "passwordHash" from users where removed_at is null`,
  )
  if (!rows.some(({ role }) => role === 1)) {
    const found = `${rows.length === 0 ? 'Nobody can sign in yet' : 'The shop has no owner'}: ${asTypedHere('npm run users -- add <email> --name <name> --role owner')}`
    return [{ state: 'wrong', found }]
  }
  const demo = new Set(seedAccounts.map(({ hash }) => hash))
  const withIt = rows.filter(({ passwordHash }) => demo.has(passwordHash)).length
  const many = `${rows.length} ${rows.length === 1 ? 'account' : 'accounts'}`
  if (withIt === 0) return [{ state: 'ok', found: `${many}, among them an owner.` }]
  const known = `${many}, ${withIt} of them with the demo's password, which everybody knows`
  if (!isOpen(env)) {
    return [{ state: 'ok', found: `${known}; only this machine can get at them.` }]
  }
  const advice = `set another with ${asTypedHere('npm run users -- password <email>')}, or remove them`
  return [{ state: 'look', found: `${known}, and other machines get in: ${advice}.` }]
}
