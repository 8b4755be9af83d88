import HandshakeIcon from '@mui/icons-material/HandshakeOutlined'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { TextInput, useInput } from 'react-admin'

import { useUser, type ActionFormProps, type Views } from '#browser'

import type { customer } from './customers.ts'

export const customerViews: Views<typeof customer> = {
  icon: HandshakeIcon,

  listTitle: ({ resource }) => <Chip size="small" label={`${resource.list.length} columns`} />,

  listTop: () => <p>Those who hire from us, and those who did.</p>,

  listActions: () => (
    <Button component="a" href="/help/customers">
      How to find one
    </Button>
  ),

  rowActions: ({ record, close }) => (
    <MenuItem component="a" href={`tel:${record.phone}`} onClick={close}>
      Call
    </MenuItem>
  ),

  recordActions: ({ record }) =>
    record.is_active ? [{ name: 'letter', label: `Write to ${record.name}`, Form: Letter }] : [],

  bulkActions: (_resource, user) =>
    user.permissions.has('hire.finance')
      ? [{ name: 'reminder', label: 'Remind them', Form: Letter }]
      : [],

  showHead: ({ record }) => (record.owes > 0 ? <Chip size="small" label="Owes us" /> : null),

  showSection: ({ record }) => <p>{record.name} has been with us for years.</p>,

  showTab: [
    {
      name: 'account',
      isFor: (_resource, user) => user.permissions.has('hire.finance'),
      Label: () => 'Account',
      Content: ({ record }) => <p>{record.owes} are open</p>,
    },
  ],

  formSection: () => <TextInput source="contact" label="Whom to ask for" />,

  fields: {
    kind: ({ record }) => <Chip size="small" label={record.kind} />,
  },

  inputs: {
    color: ({ source }) => <Swatch source={source} />,
  },

  narrow: ['color'],

  actions: {
    book: {
      Answer: ({ onClose }) => <Button onClick={onClose}>It is booked</Button>,
    },
  },

  TimelineEvent: ({ event }) => `They booked on ${event.at.slice(0, 10)}`,

  useFixed: ({ owes }) => (owes > 0 ? { country: 'They owe us something where they are' } : {}),

  useDefaults: () => ({ notes: `Met by ${useUser().name}` }),

  followImport: {
    name: 'write',
    label: () => 'Import and write to them',
    step: () => 'Letter',
    isOffered: (user) => user.permissions.has('hire.customer.update'),
    isRequired: (user) => !user.permissions.has('hire.finance'),
    Form: ({ isBusy, onBack, onStart }) => (
      <>
        <Button onClick={onBack}>Back</Button>
        <Button disabled={isBusy} onClick={() => onStart({ greeting: 'Welcome' })}>
          Start
        </Button>
      </>
    ),
  },
}

function Letter({ count, onClose }: ActionFormProps) {
  return <Button onClick={onClose}>{count} letters are on their way</Button>
}

function Swatch({ source }: { source: string }) {
  const { field } = useInput({ source })
  return <TextField {...field} type="color" label="Colour" size="small" />
}
