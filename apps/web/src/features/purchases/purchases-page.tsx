import { PageHeader } from '@/components/page-header'

export function PurchasesPage() {
  return <PageHeader title="Purchase Management">This screen has not been built yet.</PageHeader>
}
