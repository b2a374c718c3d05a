import { useLocation } from 'wouter';
import { t } from '#texts/common';
import { Dropdown } from '../ui/dropdown';

interface AccountMenuProps {
  name: string;
  onLogout: () => void;
}

export function AccountMenu({ name, onLogout }: AccountMenuProps) {
  const [, navigate] = useLocation();
  return (
    <Dropdown
      label={name}
      items={[
        { label: t.nav.profile, onSelect: () => navigate('/profile') },
        { label: t.nav.receipts, onSelect: () => navigate('/receipts') },
        // A full load: only the document of a payment page may talk to the payment provider.
        { label: t.nav.subscription, onSelect: () => window.location.assign('/subscribe') },
        { label: t.nav.logout, onSelect: onLogout },
      ]}
    />
  );
}
