import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { User } from '../../lib/api/api-types';
import { updateUser } from '../../lib/session/session';
import { userQuery } from './api';
import { Unverified } from './unverified';

/** What the server knows now counts: the link may have been opened on another device. */
export function VerifyBanner({ user }: { user: User }) {
  const { data } = useQuery({ ...userQuery, staleTime: 0 });
  useEffect(() => {
    if (data) updateUser(data);
  }, [data]);
  return <Unverified user={data ?? user} />;
}
