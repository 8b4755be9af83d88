import ToolIcon from '@mui/icons-material/HandymanOutlined'
import type { BusinessParts, ViewsByResource } from '#browser'
import { systemViews } from '#system/browser'
import { resources } from './index.ts'

const views: ViewsByResource<typeof resources> = { ...systemViews, equipment: { icon: ToolIcon } }

export const business: BusinessParts = { resources, views }
