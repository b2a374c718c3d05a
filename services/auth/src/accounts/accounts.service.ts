import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, IsNull, Repository } from 'typeorm';
import { accountCreated } from '#contracts';
import { Outbox } from '#outbox';
import { AppError, Clock, callerLanguage, failpoint, noOrigin, type Origin } from '#platform';
import { PasswordHasher, PasswordsService } from '../passwords/passwords.module.js';
import { VerificationService } from '../profile/profile.module.js';
import { type DeviceRequest, KnownDevices, SessionsService } from '../sessions/sessions.module.js';
import { Throttles } from '../throttles/throttles.module.js';
import { asEmailTaken, holderOf, type Role, UserEntity } from '../users/users.module.js';
import type { Login, Signup } from './accounts.bodies.js';

export interface LoggedIn {
  token: string;
  /** With the hash of its password. */
  user: UserEntity;
}

@Injectable()
export class AccountsService {
  constructor(
    @InjectRepository(UserEntity) private readonly users: Repository<UserEntity>,
    private readonly outbox: Outbox,
    private readonly sessions: SessionsService,
    private readonly hasher: PasswordHasher,
    private readonly passwords: PasswordsService,
    private readonly throttles: Throttles,
    private readonly devices: KnownDevices,
    private readonly verification: VerificationService,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `weak_password`, `email_taken`, `too_many_attempts` */
  async signup(body: Signup, origin: Origin): Promise<LoggedIn> {
    await this.throttles.signup.take(origin);
    const passwordHash = await this.passwords.hashNew(body.password, { ...body, role: 'user' }, 'signups');
    const user = await this.outbox.transaction(async (manager) => {
      const created = await this.create(manager, body, passwordHash, 'user');
      await this.verification.request(manager, {
        userId: created.id,
        email: created.email,
        reason: 'signup',
      });
      await this.outbox.add(manager, accountCreated, { userId: created.id });
      failpoint('auth.signup.before-commit');
      return created;
    });
    failpoint('auth.signup.after-commit');
    return this.begin(user, origin);
  }

  /**
   * Unknown address, wrong password and the login of the other role look and take the same.
   * @throws AppError `invalid_credentials`, `too_many_attempts`
   */
  async login(body: Login, role: Role, { origin, cookies }: DeviceRequest): Promise<LoggedIn> {
    const throttle = this.throttles.login[role];
    const user = await this.whoMayLogIn(body.email, role);
    const passwordHash = user?.passwordHash ?? null;
    const deviceNonce = user && this.devices.nonce(user, cookies);
    const attempt = { email: body.email, origin, passwordHash, deviceNonce };
    await throttle.take(attempt);
    const isRight = await this.hasher.verify(passwordHash, body.password).catch(async (error: unknown) => {
      await throttle.giveBack(attempt);
      throw error;
    });
    if (!user || !isRight) throw new AppError('invalid_credentials');
    await throttle.succeeded(attempt);
    return this.begin(user, origin);
  }

  async find(id: number): Promise<UserEntity> {
    const user = await this.users.findOneBy({ id });
    if (!user) throw new AppError('unauthenticated');
    return user;
  }

  /**
   * Creates an account, or answers the one that holds the address, which may be of the other role. An administrator gets
   * the password that is given, once: one that they have chosen themselves since then stays. For seeding: nobody is told of
   * a new account.
   */
  async ensure(body: Signup, role: Role): Promise<UserEntity> {
    const known = await this.users.findOneBy(holderOf(body.email));
    if (known) {
      if (role === 'admin' && known.role === 'admin') await this.rotate(known.id, body.password);
      return known;
    }
    const user = await this.create(this.users.manager, body, await this.hasher.hash(body.password), role);
    await this.users.update({ id: user.id }, { verifiedAt: this.clock.now() });
    if (role === 'admin') await this.rotate(user.id, body.password);
    return user;
  }

  /** Whether anybody can administer. */
  hasAdministrator(): Promise<boolean> {
    return this.users.existsBy({ role: 'admin', disabledAt: IsNull() });
  }

  /** Sets a password that the seed has not set before, and ends what was opened with another one. */
  private async rotate(userId: number, password: string): Promise<void> {
    const user = await this.users.findOne({
      select: { id: true, seededPasswordHash: true, passwordHash: true },
      where: { id: userId },
    });
    if (!user) return;
    const newest = user.seededPasswordHash ?? user.passwordHash;
    const isKnown = await this.hasher.verify(newest, password);
    const hash = isKnown ? newest : await this.hasher.hash(password);
    await this.outbox.transaction(async (manager) => {
      await manager.update(UserEntity, { id: userId }, { seededPasswordHash: hash });
      if (isKnown) return;
      await manager.update(UserEntity, { id: userId }, { passwordHash: hash });
      await this.passwords.changed(manager, userId, null, noOrigin);
    });
  }

  private async begin(user: UserEntity, origin: Origin): Promise<LoggedIn> {
    const token = await this.sessions.open(user, origin.device);
    if (token === null) throw new AppError('invalid_credentials');
    failpoint('auth.session.after-commit');
    return { token, user };
  }

  /** The account of an address, with the hash of its password; null when there is none or it is disabled. */
  private whoMayLogIn(email: string, role: Role): Promise<UserEntity | null> {
    return this.users
      .createQueryBuilder('user')
      .addSelect('user.passwordHash')
      .where('user.email = :email and user.role = :role', { email, role })
      .andWhere('user.disabledAt is null')
      .getOne();
  }

  /** The saved account, with the hash of its password. */
  private async create(
    manager: EntityManager,
    { username, email }: Signup,
    passwordHash: string,
    role: Role,
  ): Promise<UserEntity> {
    try {
      const { identifiers } = await manager.insert(UserEntity, {
        ...{ username, email, passwordHash, role },
        language: callerLanguage() ?? 'en',
      });
      const user = await manager.findOneByOrFail(UserEntity, { id: identifiers[0]?.id as number });
      return Object.assign(user, { passwordHash });
    } catch (error) {
      throw asEmailTaken(error);
    }
  }
}
