import { t } from '../../i18n/en';
import { Dropdown } from '../ui/dropdown';

interface AccountMenuProps {
  name: string;
  onLogout: () => void;
}

export function AccountMenu({ name, onLogout }: AccountMenuProps) {
  return <Dropdown label={name} items={[{ label: t.nav.logout, onSelect: onLogout }]} />;
}
