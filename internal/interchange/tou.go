package interchange

// The form of an AUPAIR TOU file. A line of a player is a name and for each round a blank and a
// block of an outcome, a score, a blank and an opponent.
const (
	touEnd       = "*** END OF FILE ***"
	touName      = 20 // characters of a name
	touHighWord  = "                                      0"
	touPlayers   = 999 // the highest number that fits, beside the sign of a start
	touDay       = "02.01.2006"
	touHighScore = 999

	// With oneself as the opponent the score says what the round was.
	touBye         = 50
	touForfeitWon  = 150
	touForfeitLost = 100
)

// touBlock is how many characters a round takes: the number of an opponent has one more in a
// division of more than 99 players.
func touBlock(players int) int {
	if players > 99 {
		return 10
	}
	return 9
}
