import { PageHeader } from '@/components/page-header'

export function PlaceholderPage({ title }: { title: string }) {
  return <PageHeader title={title}>This screen has not been built yet.</PageHeader>
}
