"""The words of the format single elimination, in each language."""

from tournaments.formats.words import FormatWords, Words

WORDS = FormatWords(
    name=Words("Single elimination"),
    sentence=Words("one loss and you are out; the last one left is the champion"),
    by_hand=Words(
        "Write each winner on the next line to the right, with the score. When both lines of a match "
        "are filled, call it. Who loses is out, or goes to the consolation."
    ),
    options={
        "order": (
            Words("Order of the seeds"),
            Words("whether each seed has a line of its own, or seeds are drawn in pots"),
        ),
        "byes": (
            Words("Where the byes stand"),
            Words("spread evenly, or together so that their holders meet in round 2"),
        ),
        "apart": (
            Words("Keep apart at first"),
            Words("members who should not meet in the first rounds"),
        ),
        "apart_rounds": (
            Words("Rounds kept apart"),
            Words("rounds of separation, where possible"),
        ),
        "play_down": (
            Words("Play down to"),
            Words("stop when this many remain, who go on in another stage; 1 plays to a champion"),
        ),
        "has_third_place": (
            Words("Match for third place"),
            Words("the losers of the semifinals play for it"),
        ),
    },
)
