import { type Supplier, type SupplierInput, suppliers } from '@stockie/contracts'
import type { Pool } from 'pg'
import type { PrismaClient } from '#src/database/generated/client'
import { createDeletion } from '#src/database/sql/deletion-and-restore'
import { createRecordWriter, type Transaction } from '#src/database/sql/idempotency'
import type { ListQuery } from '#src/database/sql/list-reader'
import type { ApiModule } from '#src/http/api-router'
import { describeRecords } from '#src/http/openapi/resources'
import { recordEndpoints } from '#src/http/endpoints/resource-endpoints'

export const suppliersModule: ApiModule = {
  describe: describeRecords(suppliers, {
    singular: 'supplier',
    withArticle: 'a supplier',
    plural: 'suppliers',
  }),
  endpoints: (parts) => recordEndpoints(suppliers, createSuppliers(parts), parts),
}

const select = { id: true, name: true, email: true, phone: true, address: true } as const

function createSuppliers({ db, pool }: { db: PrismaClient; pool: Pool }) {
  const deletion = createDeletion(pool, 'suppliers')
  const create = createRecordWriter({ db, pool }, 'suppliers', insert)

  function list(): ListQuery {
    return {
      name: 'list suppliers',
      text: `select id, name, email, phone, address from suppliers
        where deleted_at is null order by id`,
      sources: ['suppliers'],
    }
  }

  async function insert(tx: Transaction, data: SupplierInput): Promise<Supplier> {
    return tx.supplier.create({ data, select })
  }

  async function update(id: number, data: SupplierInput): Promise<Supplier> {
    return db.supplier.update({ where: { id, deletedAt: null }, data, select })
  }

  return { list, create, update, ...deletion }
}
