import type { Customer, CustomerInput } from '@stockie/contracts'
import type { Pool } from 'pg'
import { createEntry, type Transaction } from '@/database/create-entry'
import { createDeletion, type Deletion } from '@/database/deletion'
import type { PrismaClient } from '@/database/generated/client'
import type { ListQuery } from '@/database/read-list'

const select = { id: true, name: true, email: true, phone: true, address: true } as const

export function createCustomers({ db, pool }: { db: PrismaClient; pool: Pool }) {
  const { remove, restore }: Deletion = createDeletion(pool, 'customers')
  const create = createEntry({ db, pool }, 'customers', enter)

  function list(): ListQuery {
    return {
      name: 'list customers',
      text: `select id, name, email, phone, address from customers
        where deleted_at is null order by id`,
      sources: ['customers'],
    }
  }

  async function enter(tx: Transaction, data: CustomerInput): Promise<Customer> {
    return tx.customer.create({ data, select })
  }

  async function update(id: number, data: CustomerInput): Promise<Customer> {
    return db.customer.update({ where: { id, deletedAt: null }, data, select })
  }

  return { list, create, update, remove, restore }
}
