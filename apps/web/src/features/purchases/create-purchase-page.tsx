import { PageHeader } from '@/components/page-header'

export function CreatePurchasePage() {
  return <PageHeader title="Create Purchase">This screen has not been built yet.</PageHeader>
}
