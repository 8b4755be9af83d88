/**
 * The texts of the first page and of the connection. The page is too small for a catalogue: its code holds each
 * sentence beside its key (`firstMsg`).
 */
export const firstPageTexts = {
  'messages.at_least_12_characters': 'At least 12 characters',
  'messages.check_the_marked_fields': 'Check the marked fields.',
  'messages.demo_accounts': 'Demo accounts',
  'messages.e_mail': 'E-mail',
  'messages.everything_through_the_right_door': 'Everything through the right door.',
  'messages.hide_password': 'Hide password',
  'messages.make_administrator': 'Make administrator',
  'messages.name': 'Name',
  'messages.nobody_can_sign_in_yet_make_the':
    'Nobody can sign in yet. Make the first administrator.',
  'messages.nothing_was_changed_because_the_password_was':
    'Nothing was changed, because the password was not entered.',
  'messages.one_moment': 'One moment …',
  'messages.password': 'Password',
  'messages.set_up_code': 'Set-up code',
  'messages.set_up_the_console': 'Set up the console',
  'messages.show_password': 'Show password',
  'messages.sign_in': 'Sign in',
  'messages.signing_in': 'Signing in …',
  'messages.the_server_answered': 'The server answered %{status}',
  'messages.the_server_has_nothing_at_this_address': 'The server has nothing at this address.',
  'messages.the_server_is_unavailable': 'The server is unavailable',
  'messages.the_server_printed_it_when_it_started': 'The server printed it when it started.',
  'messages.token_has_expired_login_again': 'Token has expired. Login again.',
  'messages.you_do_not_have_the_permission_for': 'You do not have the permission for this.',
} as const
