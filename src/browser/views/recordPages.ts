import { lazyScreen } from '../ui/states/Loading.tsx'
import { lazyPart } from '../ui/states/lazyPart.tsx'
import type { ViewProps } from './resourceViews.ts'

export const ResourceCreate = lazyScreen<ViewProps>(
  async () => (await import('./ResourceForms.tsx')).ResourceCreate,
)
export const ResourceEdit = lazyScreen<ViewProps>(
  async () => (await import('./ResourceForms.tsx')).ResourceEdit,
)
export const ResourceShow = lazyScreen<ViewProps>(
  async () => (await import('./ResourceShow.tsx')).ResourceShow,
)
export const RecordDrawer = lazyPart(
  async () => (await import('./forms/RecordDrawer.tsx')).RecordDrawer,
)

export const CreateRecord = lazyScreen(
  async () => (await import('./forms/recordForms.tsx')).CreateRecord,
)
export const EditRecord = lazyScreen(
  async () => (await import('./forms/recordForms.tsx')).EditRecord,
)
export const RecordView = lazyScreen(async () => (await import('./show/ShowRecord.tsx')).RecordView)
export const RelatedList = lazyPart(
  async () => (await import('./show/RelatedList.tsx')).RelatedList,
)

/** What a click in a list opens, a record or a form of one, whatever the resource is. */
export const recordPages = [
  ResourceShow,
  RecordDrawer,
  RecordView,
  RelatedList,
  ResourceEdit,
  EditRecord,
  ResourceCreate,
  CreateRecord,
]
