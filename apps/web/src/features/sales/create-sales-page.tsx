import { PageHeader } from '@/components/page-header'

export function CreateSalesPage() {
  return <PageHeader title="Create Sales">This screen has not been built yet.</PageHeader>
}
