import { type Supplier, type SupplierInput, suppliers } from '@stockie/contracts'
import type { Pool } from 'pg'
import type { PrismaClient } from '#src/database/generated/client'
import { createDeletion } from '#src/database/sql/deletion-and-restore'
import type { Transaction } from '#src/database/sql/idempotency'
import type { ListQuery } from '#src/database/sql/list-query'
import { createRecordWriter } from '#src/database/sql/record-writer'
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

const select = {
  id: true,
  name: true,
  email: true,
  phone: true,
  address: true,
  version: true,
} as const

function createSuppliers({ db, pool }: { db: PrismaClient; pool: Pool }) {
  const deletion = createDeletion(pool, 'suppliers')
  const writer = createRecordWriter({ db, pool }, { table: 'suppliers', list, insert, update })

  function list(): ListQuery {
    return {
      name: 'list suppliers',
      text: `select id, name, email, phone, address, version from suppliers
        where deleted_at is null order by id`,
      sources: ['suppliers'],
    }
  }

  async function insert(tx: Transaction, data: SupplierInput): Promise<Supplier> {
    return tx.supplier.create({ data, select })
  }

  async function update(
    tx: Transaction,
    { id, input: data }: { id: number; input: SupplierInput },
  ): Promise<Supplier> {
    return tx.supplier.update({ where: { id }, data, select })
  }

  return { list, ...writer, ...deletion }
}
