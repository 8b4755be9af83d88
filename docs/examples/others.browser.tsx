import {
  CreateBase,
  EditBase,
  ListBase,
  ShowBase,
  SimpleForm,
  TextField,
  TextInput,
} from 'react-admin'

import type { Views } from '#browser'

import type { desk } from './others.ts'

export const deskViews: Views<typeof desk> = {
  list: () => (
    <ListBase>
      <h1>Where we are</h1>
    </ListBase>
  ),

  show: () => (
    <ShowBase>
      <TextField source="name" />
    </ShowBase>
  ),

  create: () => (
    <CreateBase>
      <SimpleForm>
        <TextInput source="name" />
      </SimpleForm>
    </CreateBase>
  ),

  edit: () => (
    <EditBase>
      <SimpleForm>
        <TextInput source="name" />
      </SimpleForm>
    </EditBase>
  ),
}
