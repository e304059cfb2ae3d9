import type { Supplier, SupplierInput } from '@stockie/contracts'
import type { Pool } from 'pg'
import { createEntry, type Transaction } from '@/database/create-entry'
import { createDeletion, type Deletion } from '@/database/deletion'
import type { PrismaClient } from '@/database/generated/client'
import type { ListQuery } from '@/database/read-list'

const select = { id: true, name: true, email: true, phone: true, address: true } as const

export function createSuppliers({ db, pool }: { db: PrismaClient; pool: Pool }) {
  const { remove, restore }: Deletion = createDeletion(pool, 'suppliers')
  const create = createEntry({ db, pool }, 'suppliers', enter)

  function list(): ListQuery {
    return {
      name: 'list suppliers',
      text: `select id, name, email, phone, address from suppliers
        where deleted_at is null order by id`,
      sources: ['suppliers'],
    }
  }

  async function enter(tx: Transaction, data: SupplierInput): Promise<Supplier> {
    return tx.supplier.create({ data, select })
  }

  async function update(id: number, data: SupplierInput): Promise<Supplier> {
    return db.supplier.update({ where: { id, deletedAt: null }, data, select })
  }

  return { list, create, update, remove, restore }
}
