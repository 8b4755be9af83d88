import BadgeIcon from '@mui/icons-material/BadgeOutlined'
import BellIcon from '@mui/icons-material/NotificationsOutlined'
import BlockIcon from '@mui/icons-material/BlockOutlined'
import BoltIcon from '@mui/icons-material/BoltOutlined'
import BusinessIcon from '@mui/icons-material/BusinessOutlined'
import CategoryIcon from '@mui/icons-material/CategoryOutlined'
import DashboardIcon from '@mui/icons-material/DashboardOutlined'
import DomainIcon from '@mui/icons-material/DomainOutlined'
import FlagIcon from '@mui/icons-material/FlagOutlined'
import GroupsIcon from '@mui/icons-material/GroupsOutlined'
import HistoryIcon from '@mui/icons-material/HistoryOutlined'
import HttpIcon from '@mui/icons-material/HttpOutlined'
import KeyIcon from '@mui/icons-material/KeyOutlined'
import LabelIcon from '@mui/icons-material/LabelOutlined'
import LanguageIcon from '@mui/icons-material/LanguageOutlined'
import PeopleIcon from '@mui/icons-material/PeopleOutlined'
import PersonIcon from '@mui/icons-material/PersonOutlined'
import PublicIcon from '@mui/icons-material/PublicOutlined'
import ReceiptIcon from '@mui/icons-material/ReceiptLongOutlined'
import ReportIcon from '@mui/icons-material/ReportOutlined'
import ScheduleIcon from '@mui/icons-material/ScheduleOutlined'
import SendIcon from '@mui/icons-material/SendOutlined'
import SettingsIcon from '@mui/icons-material/SettingsOutlined'
import ShieldIcon from '@mui/icons-material/ShieldOutlined'
import ShuffleIcon from '@mui/icons-material/ShuffleOutlined'
import SourceIcon from '@mui/icons-material/SourceOutlined'
import TextIcon from '@mui/icons-material/TextFieldsOutlined'
import TranslateIcon from '@mui/icons-material/TranslateOutlined'
import TuneIcon from '@mui/icons-material/TuneOutlined'
import UploadIcon from '@mui/icons-material/UploadOutlined'
import VoiceIcon from '@mui/icons-material/RecordVoiceOverOutlined'
import WorkIcon from '@mui/icons-material/WorkOutlined'

import { createContext, useContext } from 'react'

import type { IconName } from '#schema'

/** A component of `@mui/icons-material`, or one made by `createSvgIcon`. */
export type Icon = typeof BadgeIcon

/** The icons that views give their resources, by resource name. */
export const OwnIconsContext = createContext<Readonly<Record<string, Icon>>>({})

/** A hook: returns the icon of a resource, that of its views first. */
export function useIconOf(): (of: { name: string; icon?: IconName }, none?: IconName) => Icon {
  const own = useContext(OwnIconsContext)
  return ({ name, icon }, none = 'category') => own[name] ?? icons[icon ?? none]
}

/** Each icon by itself: choosing one by its name at run time would bring all eleven thousand. */
export const icons: { readonly [Name in IconName]: typeof BadgeIcon } = {
  badge: BadgeIcon,
  bell: BellIcon,
  block: BlockIcon,
  bolt: BoltIcon,
  business: BusinessIcon,
  category: CategoryIcon,
  dashboard: DashboardIcon,
  domain: DomainIcon,
  flag: FlagIcon,
  groups: GroupsIcon,
  history: HistoryIcon,
  http: HttpIcon,
  key: KeyIcon,
  label: LabelIcon,
  language: LanguageIcon,
  people: PeopleIcon,
  person: PersonIcon,
  public: PublicIcon,
  receipt: ReceiptIcon,
  report: ReportIcon,
  schedule: ScheduleIcon,
  send: SendIcon,
  settings: SettingsIcon,
  shield: ShieldIcon,
  shuffle: ShuffleIcon,
  source: SourceIcon,
  text: TextIcon,
  translate: TranslateIcon,
  tune: TuneIcon,
  upload: UploadIcon,
  voice: VoiceIcon,
  work: WorkIcon,
}
