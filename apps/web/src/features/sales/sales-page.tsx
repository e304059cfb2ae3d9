import { PageHeader } from '@/components/page-header'

export function SalesPage() {
  return <PageHeader title="Sales Management">This screen has not been built yet.</PageHeader>
}
