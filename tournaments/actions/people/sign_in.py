"""The end of an account: nothing signs in as the player any more, and no browser acts for them."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator

from matches.models import Player
from tournaments.models import AccountBrowser, PushSubscription

from . import browsers, phones, tokens


def remove_sign_in(player: Player) -> None:
    """Remove password, address, second factors, tokens and browsers of a player; the caller saves the row.

    A passkey signs in alone, and a browser that was added by the account tells of the player's matters. What came by a
    private link stays, because the link itself ends it.
    """
    browsers.sign_out(AccountBrowser.objects.filter(player=player))
    phones.stop(PushSubscription.objects.filter(player=player, link=None))
    tokens.revoke_all(player)
    EmailAddress.objects.filter(user=player).delete()
    Authenticator.objects.filter(user=player).delete()
    player.email, player.last_login = None, None
    player.set_unusable_password()
