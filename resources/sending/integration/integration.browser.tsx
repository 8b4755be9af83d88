import { lazyPart, lazyScreen, type Views } from '#browser'

import { RoomyCell } from '../../RoomyCell.tsx'
import { wordOf } from '../../wordOf.browser.ts'
import type { integration } from './integration.ts'

const HealthCell = lazyPart(async () => (await import('./views/HealthCell.tsx')).HealthCell)
const IntegrationHead = lazyPart(
  async () => (await import('./views/IntegrationHead.tsx')).IntegrationHead,
)
const PostbackAddress = lazyPart(
  async () => (await import('./views/PostbackAddress.tsx')).PostbackAddress,
)
const RollBack = lazyPart(async () => (await import('./views/Versions.tsx')).RollBack)
const TestForm = lazyPart(async () => (await import('./views/TestForm.tsx')).TestForm)
const Versions = lazyScreen(async () => (await import('./views/Versions.tsx')).Versions)
const VersionsLabel = lazyPart(async () => (await import('./views/Versions.tsx')).VersionsLabel)

/** The form shows the call while it is typed; a shown integration is tested and rolled back (product.md 7.5, 7.6). */
export const integrationViews: Views<typeof integration> = {
  fields: {
    postback_key: PostbackAddress,
    recent: ({ record }) => (
      <RoomyCell>
        <HealthCell id={record.id} />
      </RoomyCell>
    ),
  },
  filledWithout: ['postback_key', 'recent'],
  recordActions: ({ record, user, t }) =>
    user.permissions.has('send.integration.test') && record.state !== 'archived'
      ? [{ name: 'test', label: wordOf(t, 'integration.test', 'Test call'), Form: TestForm }]
      : [],
  formSection: lazyPart(async () => (await import('./views/CallPreview.tsx')).CallPreview),
  actions: { rollback: { Form: RollBack } },
  showHead: IntegrationHead,
  showTab: [
    {
      name: 'versions',
      Label: VersionsLabel,
      Content: Versions,
    },
  ],
}
